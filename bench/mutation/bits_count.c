// verdict: proved
// inputs: 0..255
// Clearing the lowest bit counts bits.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar();
    int n = 0, m = 0;
    for (unsigned y = x; y; y &= y - 1)
        n++;
    for (int i = 0; i < 8; i++)
        m += x >> i & 1;
    if (n != m)
        reach_error();
    return 0;
}
