// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// assumption: through a pointer to a member
// Who stores through a pointer to a member does not know what is around it.
#include <assert.h>

union u { struct { char c; int i; } s; long b; };

int main(void) {
    union u x;
    x.b = 0;
    int *p = &x.s.i;
    *p = 2;
    assert(((x.b >> 8) & 255) == 0);
    return 0;
}
