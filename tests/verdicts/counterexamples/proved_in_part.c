// verdict: violated
// slow: others of its kind are run at every change
// One check is proved from above, the other one gets a counterexample.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <assert.h>

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, odd = 0;
    if (n < 0 || n > 1000)
        return 0;
    while (i < n) {
        if (__VERIFIER_nondet_int())
            odd = odd + 1;
        i = i + 1;
    }
    assert(i <= 1000);
    assert(odd < 4);
    return 0;
}
