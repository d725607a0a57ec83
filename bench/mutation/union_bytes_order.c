// verdict: violated
// inputs: 0..255 0..2
// The other order is the wrong one here.
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern unsigned char __VERIFIER_nondet_uchar(void);

union both { unsigned short whole; unsigned char part[2]; };

int main(void) {
    union both u;
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned char b = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(b < 3);
    u.part[0] = a;
    u.part[1] = b;
    if (u.whole != b + 256 * a)
        reach_error();
    return 0;
}
