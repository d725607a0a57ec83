// verdict: proved
// inputs: 0..255
// A number seen as bytes.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar() * 257u;
    unsigned char *p = (unsigned char *)&x;
    if (p[0] != p[1] || p[2] != 0)
        reach_error();
    return 0;
}
