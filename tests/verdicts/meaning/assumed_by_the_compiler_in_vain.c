// verdict: unknown
// reason: does not hold
// slow: others of its kind are run at every change
// strategy: auto
// A compiler that believes it need not look again.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __builtin_assume(x > 0);
    if (x <= 0)
        return 0;
    assert(x > 0);
    return 0;
}
