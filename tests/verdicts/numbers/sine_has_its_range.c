// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double sine = sin(x);
    assert(isnan(sine) || (sine >= -1 && sine <= 1));
    assert(cos(0.0) == 1.0);
    return 0;
}
