// verdict: proved
// inputs: 0..3
// What is no number is not itself.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    double zero = __VERIFIER_nondet_int() & 2;
    double n = zero / zero;
    if (n == n && zero == 0)
        reach_error();
    return 0;
}
