// verdict: proved
// inputs: 0..15 0..15
// Exchange without a third variable.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 15, b = __VERIFIER_nondet_int() & 15;
    int x = a, y = b;
    x = x + y;
    y = x - y;
    x = x - y;
    if (x != b || y != a)
        reach_error();
    return 0;
}
