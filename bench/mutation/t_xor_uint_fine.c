// verdict: proved
// inputs: 0..15 0..7
// The greatest a ^ b of two small numbers is 15.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned a = (__VERIFIER_nondet_int() & 15);
    unsigned b = (__VERIFIER_nondet_int() & 7);
    unsigned r = a ^ b;
    if (r > 15u)
        reach_error();
    return 0;
}
