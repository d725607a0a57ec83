// verdict: violated
// strategy: auto
// The pointer is copied, and then leads to characters.

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
    struct pair *p = &a;
    char *bytes;
    memcpy(&bytes, &p, sizeof p);
    if (bytes[1] != 0)
        reach_error();
    return 0;
}
