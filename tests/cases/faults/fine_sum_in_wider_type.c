// property: no-overflow
// inputs: 2147483647,2147483647
// end: normal 1
// data-model: LP64

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    long sum = (long)a + b;
    long product = (long)a * b;
    int mean = (int)(sum / 2);
    return sum > 0 && product > 0 && mean == a;
}
