// verdict: violated
// inputs: 0..1 0..15
// The order of two calls matters.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int add(int a) { return a + 3; }

static int twice(int a) { return a * 2; }

int main(void) {
    int (*f)(int) = __VERIFIER_nondet_int() & 1 ? add : twice;
    int (*g)(int) = f == add ? twice : add;
    int x = __VERIFIER_nondet_int() & 15;
    if (f(g(x)) != g(f(x)))
        reach_error();
    return 0;
}
