// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// The same bytes, seen as three and as four.

#include <assert.h>

struct three {
    unsigned number : 24;
} __attribute__((packed));

union both {
    struct three three;
    unsigned words[2];
};

int main(void) {
    union both any;
    unsigned number = any.three.number;
    assert((any.words[0] & 0xffffff) == number);
    return 0;
}
