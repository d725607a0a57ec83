// verdict: unknown
// seconds: 10
// A recursive procedure with a check inside has no summary: nothing is claimed.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int helper(int v) { return v + 1; }

int down(int n) {
    if (n < -100)
        reach_error();
    return n <= 0 ? helper(n) : down(n - 1);
}

int main(void) {
    return down(__VERIFIER_nondet_int());
}
