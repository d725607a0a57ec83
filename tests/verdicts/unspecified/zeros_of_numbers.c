// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// Of other numbers they are what they are; ffs is defined for all.
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong() & 0xff0000;
    int f = __builtin_ffsl(x);
    assert((f == 0) == (x == 0));
    if (x == 0)
        return 0;
    int a = __builtin_clzl(x), b = __builtin_ctzl(x);
    assert(a >= 0 && b >= 0 && a + b < 64);
    assert((x >> b & 1) && f == b + 1 && __builtin_clz(1) == 31);
    return 0;
}
