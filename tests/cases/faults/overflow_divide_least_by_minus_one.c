// property: no-overflow
// inputs: -2147483648,-1
// end: violation overflow line 10

extern int __VERIFIER_nondet_int(void);

int ratio(int numerator, int denominator) {
    if (denominator == 0)
        return 0;
    return numerator / denominator;
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    return ratio(a, b) == 3;
}
