// verdict: proved
// inputs: 0..15
// Nothing is left.
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 15;
    __VERIFIER_assume(a > 16);
    reach_error();
    return 0;
}
