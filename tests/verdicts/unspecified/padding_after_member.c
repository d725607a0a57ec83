// verdict: unknown
// reason: compilers keep it
// slow: others of its kind are run at every change
// strategy: auto
// A store to a member leaves the padding open, even if all was zero before (C11 6.2.6.1p6).
#include <assert.h>
#include <string.h>

struct s { char c; int i; };

int main(void) {
    struct s x, y;
    memset(&x, 0, sizeof x);
    memset(&y, 0, sizeof y);
    x.c = y.c = 1;
    x.i = 2;
    y.i = 2;
    assert(memcmp(&x, &y, sizeof x) == 0);
    return 0;
}
