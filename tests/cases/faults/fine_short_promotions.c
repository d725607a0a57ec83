// property: no-overflow
// inputs: 32767,-32768,127
// end: normal 0

extern short __VERIFIER_nondet_short(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    short a = __VERIFIER_nondet_short();
    short b = __VERIFIER_nondet_short();
    char c = __VERIFIER_nondet_char();
    int product = a * b;
    int difference = b - a;
    a++; /* computed as an int, then converted */
    c += 1;
    a -= b;
    return product == 1 || difference == 1 || a == 5 || c == 7;
}
