// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// What fits is no error.

#include <assert.h>
#include <errno.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    errno = 0;
    if (x >= 1 && x <= 8) {
        x = scalbnf(x, 10);
        assert(errno == 0 && x >= 1024 && x <= 8192);
    }
    return 0;
}
