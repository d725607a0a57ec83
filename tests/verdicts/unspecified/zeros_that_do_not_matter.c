// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// A proof holds for every value.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_int();
    int n = __builtin_ctz(x);
    assert(x == 0 || (x >> n & 1));
    return 0;
}
