// property: no-overflow
// inputs: 12,0
// end: violation division-by-zero line 10

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned gcd(unsigned a, unsigned b) {
    unsigned r;
    do {
        r = a % b;
        a = b;
        b = r;
    } while (b != 0);
    return a;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    return gcd(a, b) == 1;
}
