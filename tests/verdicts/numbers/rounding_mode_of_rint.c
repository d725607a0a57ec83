// rint looks at the mode; what is no mode is not set.
// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// seconds: 20
#include <assert.h>
#include <fenv.h>
#include <math.h>
extern int dovetail_any_int(void);

int main(void) {
    volatile double x = -2.5;
    int mode = dovetail_any_int(), before = fegetround();
    if (fesetround(mode))
        assert(fegetround() == before && mode != FE_TONEAREST);
    assert(rint(x) == -2.0);
    return 0;
}
