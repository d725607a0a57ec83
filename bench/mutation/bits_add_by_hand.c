// verdict: proved
// inputs: 0..15 0..15
// A sum from exclusive or and carries.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint() & 15, b = __VERIFIER_nondet_uint() & 15;
    unsigned x = a, y = b;
    while (y) {
        unsigned carry = x & y;
        x ^= y;
        y = carry << 1;
    }
    if (x != a + b)
        reach_error();
    return 0;
}
