// verdict: unknown
// reason: compilers keep it
// slow: others of its kind are run at every change
// strategy: auto
// Compared byte by byte, where their type has no name.
#include <assert.h>
#include <string.h>

int main(void) {
    struct { char c; int i; } x, y;
    memset(&x, 0, sizeof x);
    memset(&y, 0, sizeof y);
    x.c = y.c = 1;
    x.i = y.i = 2;
    assert(memcmp(&x, &y, sizeof x) == 0);
    return 0;
}
