// verdict: proved
// inputs: 0..3
// A counter of its own.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int next(void) {
    static int n = 10;
    return n++;
}

int main(void) {
    int times = __VERIFIER_nondet_int() & 3, last = 9;
    for (int i = 0; i < times; i++) {
        int got = next();
        if (got != last + 1)
            reach_error();
        last = got;
    }
    if (next() != 10 + times)
        reach_error();
    return 0;
}
