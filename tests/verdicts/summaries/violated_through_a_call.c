// verdict: violated
// slow: others of its kind are run at every change
// The counterexample through the summary becomes real once enough is known of the call.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int scale(int v) { return v * 3 + 1; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (scale(x) == 3000001)
        reach_error();
    return 0;
}
