// property: no-overflow
// inputs: 32
// end: violation shift line 8

extern unsigned char __VERIFIER_nondet_uchar(void);

unsigned mask_of(unsigned bits) {
    return (1u << bits) - 1;
}

int main(void) {
    unsigned bits = __VERIFIER_nondet_uchar();
    if (bits > 32)
        bits = 32;
    return mask_of(bits) == 0xff;
}
