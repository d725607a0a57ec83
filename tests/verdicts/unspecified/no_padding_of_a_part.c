// verdict: proved
// strategy: auto
// A record and its first member see the same members.

#include <string.h>

extern void reach_error(void);

struct pair {
    char first;
    int second;
};

struct more {
    struct pair pair;
    int third;
};

int main(void) {
    struct more a, b;
    memset(&a, 255, sizeof a);
    memset(&b, 0, sizeof b);
    a = b;
    struct pair *p = (struct pair *)&a;
    if (p->second != 0 || ((struct more *)p)->third != 0)
        reach_error();
    return 0;
}
