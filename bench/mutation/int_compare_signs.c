// verdict: violated
// inputs: 0..15 0..15
// A negative number is a huge one beside an unsigned one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a = (__VERIFIER_nondet_int() & 15) - 8;
    unsigned b = __VERIFIER_nondet_uint() & 15;
    if (a < 0 && a > b)
        reach_error();
    return 0;
}
