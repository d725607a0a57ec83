// A third is rounded up, and three of these are more than one.
// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// seconds: 20
#include <assert.h>
#include <fenv.h>

int main(void) {
    volatile double third = 1.0;
    fesetround(FE_UPWARD);
    third /= 3;
    third *= 3;
    assert(third > 1.0);
    return 0;
}
