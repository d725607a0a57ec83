// verdict: violated
// inputs: 0..15 0..7
// The greatest a >> b of two small numbers is 7.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned a = (__VERIFIER_nondet_int() & 15);
    unsigned b = (__VERIFIER_nondet_int() & 7);
    if (b < 1)
        return 0;
    unsigned r = a >> b;
    if (r > 6u)
        reach_error();
    return 0;
}
