// What a function of the library makes of another mode is not known.
// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// seconds: 20
// reason: only for rounding to nearest
#include <assert.h>
#include <fenv.h>
#include <math.h>

int main(void) {
    volatile double two = 2.0;
    fesetround(FE_UPWARD);
    assert(sqrt(two) < 1.5);
    return 0;
}
