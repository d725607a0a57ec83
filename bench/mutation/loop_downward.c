// verdict: proved
// inputs: 0..7
// Down to zero with an unsigned counter.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() & 7, steps = 0;
    for (unsigned i = n; i-- > 0;)
        steps++;
    if (steps != n)
        reach_error();
    return 0;
}
