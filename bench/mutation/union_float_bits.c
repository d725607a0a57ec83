// verdict: proved
// inputs: 0..15
// The sign bit of a float.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

union bits { float f; unsigned u; };

int main(void) {
    union bits b;
    int x = (__VERIFIER_nondet_int() & 15) - 8;
    b.f = x;
    if ((b.u >> 31 != 0) != (x < 0))
        reach_error();
    return 0;
}
