// property: no-overflow
// inputs: 4294967295,3
// end: normal 1

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    unsigned sum = a + b;
    unsigned hash = a * 2654435761u ^ b << 31;
    unsigned back = -a - 1u;
    unsigned long long wide = a * (unsigned long long)a;
    return sum < a && hash != 0 && back != 7 && wide > a;
}
