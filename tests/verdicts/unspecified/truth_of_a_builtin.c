// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// So do the classes of numbers.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    double x = __VERIFIER_nondet_int();
    int s = __builtin_signbit(x);
    assert(s == 0 || s == 1);
    return 0;
}
