// verdict: proved
// inputs: 0..7
// Even and odd ask each other.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int odd(int n);

static int even(int n) {
    if (n == 0)
        return 1;
    return odd(n - 1);
}

static int odd(int n) {
    if (n == 0)
        return 0;
    return even(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int() & 7;
    if (even(n) != (n % 2 == 0))
        reach_error();
    return 0;
}
