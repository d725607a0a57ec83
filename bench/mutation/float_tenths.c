// verdict: violated
// inputs: 0..15
// Tenths are not.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 15;
    double t = x * 0.1;
    if (t * 10 != x || t + 0.1 + 0.1 != (x + 2) * 0.1)
        reach_error();
    return 0;
}
