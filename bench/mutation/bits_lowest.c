// verdict: proved
// inputs: 0..255
// x & -x is the lowest bit of x.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar();
    unsigned low = x & -x;
    if (x != 0 && (low == 0 || (low & (low - 1)) != 0 || (x & (low - 1)) != 0))
        reach_error();
    return 0;
}
