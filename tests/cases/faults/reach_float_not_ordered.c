// property: unreach-call
// inputs: nan
// end: violation unreach-call line 19

extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);

static double clamp(double x) {
    if (x < 0)
        return 0;
    if (x > 1)
        return 1;
    return x;
}

int main(void) {
    double c = clamp(__VERIFIER_nondet_double());
    if (!(c >= 0 && c <= 1))
        reach_error();
    return 0;
}
