// inputs: 12,18
// end: normal 6

#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned gcd(unsigned a, unsigned b) {
    while (b) {
        unsigned r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (!a || !b)
        return 0;
    unsigned g = gcd(a, b);
    assert(g && a % g == 0 && b % g == 0);
    assert(gcd(b, a) == g);
    return (int)g;
}
