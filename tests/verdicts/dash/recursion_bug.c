// verdict: violated
// slow: others of its kind are run at every change
// Only from 37 does it come to 37: a test has to be fabricated from what the procedure is known to give back.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int same(int n) { return n == 0 ? 0 : same(n - 1) + 1; }

int main(void) {
    if (same(__VERIFIER_nondet_int()) == 1037)
        reach_error();
    return 0;
}
