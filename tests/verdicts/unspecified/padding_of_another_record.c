// verdict: violated
// strategy: auto
// Where this record has none, another one has a member.

#include <string.h>

extern void reach_error(void);

struct pair {
    char first;
    int second;
};

struct bytes {
    char first, more[3];
    int second;
};

int main(void) {
    struct pair a, b;
    memset(&a, 255, sizeof a);
    memset(&b, 0, sizeof b);
    a = b;
    if (((struct bytes *)&a)->more[0] != 0)
        reach_error();
    return 0;
}
