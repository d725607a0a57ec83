// verdict: proved
// slow: others of its kind are run at every change
// The running example of compositional checking: the smaller of two negative numbers, else the larger one.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int sign(int v) { return v > 0 ? 1 : -1; }
static unsigned magnitude(int v) { return v < 0 ? 0u - (unsigned)v : (unsigned)v; }

int compare(int a, int b) {
    if (sign(a) == sign(b)) {
        if (magnitude(a) > magnitude(b))
            return a;
        return b;
    }
    if (a > b)
        return a;
    return b;
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x <= 0x7fffffffu);
    if ((unsigned)compare((int)x, (int)(0u - x)) != x)
        reach_error();
    return 0;
}
