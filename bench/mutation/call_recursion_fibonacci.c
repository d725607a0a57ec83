// verdict: violated
// inputs: 0..7
// The sixth one is eight.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int fibonacci(int n) {
    if (n < 2)
        return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
    int n = __VERIFIER_nondet_int() & 7;
    if (fibonacci(n) == 8)
        reach_error();
    return 0;
}
