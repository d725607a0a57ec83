// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// The same from below, for a wider type.
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
    int n = __builtin_ctzl(x);
    assert(n >= 0 && n <= 64);
    return 0;
}
