// verdict: proved
// inputs: 0..15 0..15
// Only these are looked at.
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 15, b = __VERIFIER_nondet_int() & 15;
    __VERIFIER_assume(a > b);
    if (a - b <= 0)
        reach_error();
    return 0;
}
