// verdict: proved
// inputs: 0..15 0..15
// With a cast it is not.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a = (__VERIFIER_nondet_int() & 15) - 8;
    unsigned b = __VERIFIER_nondet_uint() & 15;
    if (a < 0 && a > (int)b)
        reach_error();
    return 0;
}
