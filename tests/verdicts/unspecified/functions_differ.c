// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// Two functions have two addresses.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int f(void) {
    return 1;
}

static int g(void) {
    return 2;
}

int main(void) {
    int (*p)(void) = f, (*q)(void) = g;
    if (__VERIFIER_nondet_int())
        p = g;
    assert(p != q || p() == 2);
    return 0;
}
