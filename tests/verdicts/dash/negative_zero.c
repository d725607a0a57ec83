// verdict: violated
// slow: others of its kind are run at every change
// -0.0 equals 0, and is another number.
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double f = __VERIFIER_nondet_double();
    if (f == 0 && 1 / f < 0)
        reach_error();
    return 0;
}
