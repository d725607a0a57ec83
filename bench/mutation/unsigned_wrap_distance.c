// verdict: proved
// inputs: 0..255 0..15
// Distances on a ring of 256.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char at = __VERIFIER_nondet_uchar();
    unsigned char step = __VERIFIER_nondet_uchar() & 15;
    unsigned char then = at + step;
    unsigned char back = then - at;
    if (back != step)
        reach_error();
    return 0;
}
