// verdict: proved
// inputs: 0..31
// To the right of a negative number is rounding down.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = (__VERIFIER_nondet_int() & 31) - 16;
    int half = x >> 1;
    if (half * 2 > x || half * 2 + 1 < x)
        reach_error();
    return 0;
}
