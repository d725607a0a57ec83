// verdict: unknown
// A false alarm: a square is never two more than a multiple of four, which no domain here knows of, and paths
// to the check have any length.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), n = 0;
    while (__VERIFIER_nondet_uint()) {
        x = x * x;
        n = n + 1;
        if (x % 4 == 2)
            reach_error();
    }
    return 0;
}
