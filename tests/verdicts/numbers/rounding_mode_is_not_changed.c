// strategy: auto
// verdict: unknown
// seconds: 20
// reason: rounding mode
#include <assert.h>
#include <fenv.h>

int main(void) {
    fesetround(FE_UPWARD);
    volatile double third = 1.0;
    third /= 3;
    assert(third * 3 != 1.0);
    return 0;
}
