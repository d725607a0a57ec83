// verdict: proved
// inputs: 0..3 0..7
// A guard keeps it from wrapping.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint() & 3, b = __VERIFIER_nondet_uint() & 7;
    unsigned d = a > b ? a - b : b - a;
    if (d > 7)
        reach_error();
    return 0;
}
