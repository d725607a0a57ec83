// verdict: violated
// inputs: 0..15 0..15
// A remainder can be negative.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = (__VERIFIER_nondet_int() & 15) - 8;
    int b = (__VERIFIER_nondet_int() & 15) - 8;
    if (b == 0)
        return 0;
    if (a % b < 0)
        reach_error();
    return 0;
}
