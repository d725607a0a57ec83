// verdict: proved
// slow: others of its kind are run at every change
// Constants alone say that the loop is never entered; its invariant must say so, too.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int wanted = 0, found = 0, n = __VERIFIER_nondet_int();
    if (wanted > 0) {
        int i = 0;
        while (i < n)
            i++;
        found = i;
    }
    if (found != 0)
        reach_error();
    return 0;
}
