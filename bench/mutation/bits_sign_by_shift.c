// verdict: proved
// inputs: 0..31
// All ones or all zeros.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = (__VERIFIER_nondet_int() & 31) - 16;
    int sign = x >> 31;
    int y = (x ^ sign) - sign;
    if (y < 0 || (y != x && y != -x))
        reach_error();
    return 0;
}
