// verdict: violated
// inputs: 0..3
// It does not start again.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int next(void) {
    static int n = 10;
    return n++;
}

int main(void) {
    int times = __VERIFIER_nondet_int() & 3;
    for (int i = 0; i < times; i++)
        next();
    if (next() != 10)
        reach_error();
    return 0;
}
