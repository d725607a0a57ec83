// property: unreach-call
// inputs: 16777217
// end: violation assertion line 16

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1 << 25)
        return 0;
    float f = (float)n;
    double d = n;
    assert((int)d == n);
    assert((int)f == n);
    return 0;
}
