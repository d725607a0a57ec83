// verdict: violated
// inputs: 0..1023
// The low byte has a sign.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 1023;
    signed char low = (signed char)x;
    int high = x >> 8;
    if (high * 256 + low != x)
        reach_error();
    return 0;
}
