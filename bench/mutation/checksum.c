// verdict: violated
// inputs: 0..15 0..15
// Two words with the same sum.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned sum(unsigned a, unsigned b) {
    return (a * 3 + b * 5) % 16;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uint() & 15, b = __VERIFIER_nondet_uint() & 15;
    if ((a != 1 || b != 2) && sum(a, b) == sum(1, 2))
        reach_error();
    return 0;
}
