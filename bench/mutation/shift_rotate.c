// verdict: proved
// inputs: 0..255 0..7
// Rotated by n and by 8 - n.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

static unsigned char rotate(unsigned char x, int n) {
    return (unsigned char)(x << n | x >> (8 - n));
}

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int n = __VERIFIER_nondet_int() & 7;
    unsigned char y = rotate(x, n);
    unsigned char z = rotate(y, 8 - n);
    if (z != x)
        reach_error();
    return 0;
}
