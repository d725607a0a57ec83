// Compilers compute constants themselves, to nearest, or leave them to the machine.
// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// seconds: 20
// reason: only for rounding to nearest
#include <assert.h>
#include <fenv.h>

int main(void) {
    fesetround(FE_UPWARD);
    double third = 1.0 / 3.0;
    assert(third * 3.0 == 1.0);
    return 0;
}
