// verdict: proved
// inputs: 0..255 0..7
// Left and right again, in something wider.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar();
    int n = __VERIFIER_nondet_int() & 7;
    unsigned y = x << n;
    if (y >> n != x)
        reach_error();
    return 0;
}
