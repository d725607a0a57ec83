// verdict: violated
// inputs: 0..255 0..7
// In a byte the high bits are lost.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int n = __VERIFIER_nondet_int() & 7;
    unsigned char y = x << n;
    if (y >> n != x)
        reach_error();
    return 0;
}
