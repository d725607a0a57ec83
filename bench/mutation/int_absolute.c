// verdict: proved
// inputs: 0..31
// The absolute value, by a branch.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int absolute(int x) {
    if (x < 0)
        return -x;
    return x;
}

int main(void) {
    int x = (__VERIFIER_nondet_int() & 31) - 16;
    int y = absolute(x);
    if (y < 0 || y > 16)
        reach_error();
    return 0;
}
