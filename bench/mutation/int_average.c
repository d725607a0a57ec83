// verdict: proved
// inputs: 0..15 0..15
// The mean lies between the two.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 15;
    int b = __VERIFIER_nondet_int() & 15;
    int mean = (a + b) / 2;
    int low = a < b ? a : b, high = a < b ? b : a;
    if (mean < low || mean > high)
        reach_error();
    return 0;
}
