// verdict: proved
// inputs: 0..31
// Towards zero.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = (__VERIFIER_nondet_int() & 31) - 16;
    double d = x / 4.0;
    int t = (int)d;
    if (t != x / 4)
        reach_error();
    return 0;
}
