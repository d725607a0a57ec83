// verdict: proved
// inputs: 0..15
// Inside out.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int one_more(int x) { return x + 1; }

static int double_of(int x) { return 2 * x; }

int main(void) {
    int x = __VERIFIER_nondet_int() & 15;
    int y = double_of(one_more(double_of(x)));
    if (y != 4 * x + 2)
        reach_error();
    return 0;
}
