// verdict: proved
// inputs: 0..255 0..3,253..255
// Chars are added as ints.
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(b < 4 || b > 252);
    int sum = a + b;
    if (sum < a || sum > 510)
        reach_error();
    return 0;
}
