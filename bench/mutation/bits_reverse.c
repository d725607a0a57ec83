// verdict: proved
// inputs: 0..255
// Reversed twice is the same.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char reversed(unsigned char x) {
    x = (x & 0xF0) >> 4 | (x & 0x0F) << 4;
    x = (x & 0xCC) >> 2 | (x & 0x33) << 2;
    x = (x & 0xAA) >> 1 | (x & 0x55) << 1;
    return x;
}

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned char y = reversed(x);
    if (reversed(y) != x)
        reach_error();
    if ((x & 1) != (y >> 7))
        reach_error();
    return 0;
}
