// verdict: proved
// inputs: 0..255 0..7
// Set, cleared, toggled.
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned char m = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(m < 8);
    unsigned char set = x | m, cleared = x & ~m, toggled = x ^ m;
    if ((set & m) != m || (cleared & m) != 0)
        reach_error();
    if ((toggled & m) + (x & m) != m)
        reach_error();
    return 0;
}
