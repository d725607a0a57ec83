// verdict: proved
// inputs: 0..7 0..7
// The greatest common divisor divides both.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
}

int main(void) {
    int a = (__VERIFIER_nondet_int() & 7) + 1, b = (__VERIFIER_nondet_int() & 7) + 1;
    int g = gcd(a, b);
    if (g < 1 || a % g != 0 || b % g != 0)
        reach_error();
    return 0;
}
