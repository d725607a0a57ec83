// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// What is too large, or hardly there, may be told of in errno.

#include <assert.h>
#include <errno.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    errno = 0;
    x = scalbnf(x, 100);
    assert(errno == 0);
    return 0;
}
