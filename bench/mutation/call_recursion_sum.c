// verdict: proved
// inputs: 0..7
// A sum, by recursion.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int sum(int n) {
    return n == 0 ? 0 : n + sum(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int() & 7;
    if (sum(n) != n * (n + 1) / 2)
        reach_error();
    return 0;
}
