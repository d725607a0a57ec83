// Rounded down, nothing gets larger, zeros among it.
// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// seconds: 20
#include <assert.h>
#include <fenv.h>
extern int dovetail_any_int(void);

int main(void) {
    double x = dovetail_any_int() ? 0x1.0000001p0 : -0x1.0000001p0;
    float one = 1.0f, rest;
    fesetround(FE_DOWNWARD);
    float down = (float)x;
    assert(down < x);
    rest = one - one;
    assert(1.0 / rest < 0);
    return 0;
}
