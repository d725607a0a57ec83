// verdict: proved
// inputs: 0..15 0..15
// A function gives back two numbers.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct division { int quotient, remainder; };

static struct division divide(int a, int b) {
    struct division d;
    d.quotient = a / b;
    d.remainder = a % b;
    return d;
}

int main(void) {
    int a = __VERIFIER_nondet_int() & 15, b = (__VERIFIER_nondet_int() & 15) + 1;
    struct division d = divide(a, b);
    if (d.remainder >= b || d.quotient * b + d.remainder != a)
        reach_error();
    return 0;
}
