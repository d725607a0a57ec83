// verdict: proved
// inputs: 0..7 0..7 0..7
// The middle one of three.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 7, b = __VERIFIER_nondet_int() & 7, c = __VERIFIER_nondet_int() & 7;
    int m;
    if (a <= b) {
        m = b <= c ? b : (a <= c ? c : a);
    } else {
        m = a <= c ? a : (b <= c ? c : b);
    }
    int below = (a < m) + (b < m) + (c < m);
    int above = (a > m) + (b > m) + (c > m);
    if (below > 1 || above > 1)
        reach_error();
    return 0;
}
