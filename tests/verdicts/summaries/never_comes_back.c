// verdict: proved
// slow: others of its kind are run at every change
// For some arguments the call never returns; what comes after it is not reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void exit(int);

int wanted(int v) {
    if (v < 10)
        exit(1);
    return v - 10;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = wanted(x);
    if (x < 10 || y != x - 10)
        reach_error();
    return 0;
}
