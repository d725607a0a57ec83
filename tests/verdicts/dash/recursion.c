// verdict: proved
// slow: others of its kind are run at every change
// The result does not depend on how deep it goes.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int down(int n) { return n <= 0 ? 0 : down(n - 1); }

int main(void) {
    if (down(__VERIFIER_nondet_int()) != 0)
        reach_error();
    return 0;
}
