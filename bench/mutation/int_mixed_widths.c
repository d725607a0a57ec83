// verdict: proved
// inputs: 0..255 0..3
// A char in a short in a long.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int k = __VERIFIER_nondet_int() & 3;
    short s = c;
    long l = s * 4L + k;
    if (l / 4 != c || (l & 3) != k)
        reach_error();
    return 0;
}
