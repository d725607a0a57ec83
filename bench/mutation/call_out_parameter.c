// verdict: proved
// inputs: 0..31
// A result and a remainder.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int divide(int n, int d, int *rest) {
    int q = 0;
    while (n >= d) {
        n -= d;
        q++;
    }
    *rest = n;
    return q;
}

int main(void) {
    int n = __VERIFIER_nondet_int() & 31, rest;
    int q = divide(n, 5, &rest);
    if (rest < 0 || rest >= 5 || q * 5 + rest != n)
        reach_error();
    return 0;
}
