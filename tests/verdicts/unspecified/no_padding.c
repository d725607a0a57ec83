// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// Without padding nothing is open; members are what they are; bytes that memset or memcpy wrote stay.
#include <assert.h>
#include <string.h>

struct s { int c; int i; };
struct t { char c; int i; };

int main(void) {
    struct s x = {1, 2}, y = {1, 2};
    assert(memcmp(&x, &y, sizeof x) == 0);
    struct t a, b;
    memset(&a, 0, sizeof a);
    memcpy(&b, &a, sizeof a);
    assert(memcmp(&a, &b, sizeof a) == 0);
    int k = (a.c = 300);
    k += a.i++;
    k += ++a.i;
    a.i += 3;
    assert(k == 44 + 0 + 2 && a.i == 5);
    const unsigned char *p = (const unsigned char *)&a;
    assert(p[0] == 44 && p[4] == 5);
    return 0;
}
