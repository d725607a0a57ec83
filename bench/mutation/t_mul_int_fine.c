// verdict: proved
// inputs: 0..15 0..7
// The greatest a * b of two small numbers is 33.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = (__VERIFIER_nondet_int() & 15) - 4;
    int b = (__VERIFIER_nondet_int() & 7) - 4;
    int r = a * b;
    if (r > 33)
        reach_error();
    return 0;
}
