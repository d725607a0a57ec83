// verdict: unknown
// reason: compilers keep it
// slow: others of its kind are run at every change
// strategy: auto
// Through a pointer to the union.
#include <assert.h>

union u { short s; int i; };

static void set(union u *p) {
    p->s += 1;
}

int main(void) {
    union u x;
    x.i = 0;
    set(&x);
    assert(x.i == 1);
    return 0;
}
