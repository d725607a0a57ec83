// verdict: proved
// slow: others of its kind are run at every change
// What the procedure gives back needs an invariant of its own loop, in its own contract.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int steps(int n) {
    int done = 0;
    while (done < n)
        done = done + 1;
    return done;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000000)
        return 0;
    if (steps(n) != n)
        reach_error();
    return 0;
}
