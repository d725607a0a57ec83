// verdict: proved
// inputs: 0..15 0..15
// A product that an int would not hold.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    long long a = (__VERIFIER_nondet_int() & 15) + 100000;
    long long b = (__VERIFIER_nondet_int() & 15) + 100000;
    long long p = a * b;
    if (p < 10000000000LL)
        reach_error();
    return 0;
}
