// property: no-overflow
// inputs: 64
// end: violation shift line 13

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned long long word = 0x8000000000000001ull;
    int n = __VERIFIER_nondet_int();
    int ones = 0;
    if (n < 0)
        return 1;
    ones += (int)(word >> n & 1);
    ones += (int)(word & 1);
    return ones;
}
