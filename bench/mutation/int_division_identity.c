// verdict: proved
// inputs: 0..15 0..15
// Quotient and remainder give the number back, with signs.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = (__VERIFIER_nondet_int() & 15) - 8;
    int b = (__VERIFIER_nondet_int() & 15) - 8;
    if (b == 0)
        return 0;
    int q = a / b, r = a % b;
    if (q * b + r != a)
        reach_error();
    if (r < 0 && a > 0)
        reach_error();
    return 0;
}
