// verdict: violated
// inputs: 0..15 0..7
// The greatest a << b of two small numbers is 1408.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = (__VERIFIER_nondet_int() & 15) - 4;
    int b = (__VERIFIER_nondet_int() & 7);
    if (b < 1)
        return 0;
    int r = a << b;
    if (r > 1407)
        reach_error();
    return 0;
}
