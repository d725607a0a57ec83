// property: no-overflow
// inputs: 13
// end: violation overflow line 10

extern int __VERIFIER_nondet_int(void);

int factorial(int n) {
    if (n <= 1)
        return 1;
    return n * factorial(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 13)
        n = 13;
    return factorial(n) > 0;
}
