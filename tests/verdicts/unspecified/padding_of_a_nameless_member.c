// verdict: unknown
// reason: compilers keep it
// slow: others of its kind are run at every change
// strategy: auto
// A record without a name that is a member of a union has padding like any other.
#include <assert.h>

union u { struct { char c; int i; } s; long b; };

int main(void) {
    union u x;
    x.b = 0;
    x.s.i = 2;
    x.s.c = 1;
    assert(((x.b >> 8) & 255) == 0);
    return 0;
}
