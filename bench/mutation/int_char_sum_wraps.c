// verdict: violated
// inputs: 0..255 0..3
// Kept in a char, the sum wraps.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned char b = __VERIFIER_nondet_uchar() & 3;
    unsigned char sum = a + b;
    if (sum < a)
        reach_error();
    return 0;
}
