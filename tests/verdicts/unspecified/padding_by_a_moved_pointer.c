// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// A pointer to characters is moved, and becomes one to others.

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
    if (*(signed char *)((char *)&a + 1) != 0)
        reach_error();
    return 0;
}
