// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// One pointer is put there, and another one is taken.

#include <string.h>

extern void reach_error(void);

struct pair {
    char first;
    int second;
};

int main(void) {
    struct pair a, b;
    memset(&a, 255, sizeof a);
    memset(&b, 0, sizeof b);
    a = b;
    union {
        struct pair *pair;
        char *bytes;
    } u;
    u.pair = &a;
    if (u.bytes[1] != 0)
        reach_error();
    return 0;
}
