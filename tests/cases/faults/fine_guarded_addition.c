// property: no-overflow
// inputs: 2147483647,1,2147483646,1
// end: normal 1

extern int __VERIFIER_nondet_int(void);

static int add(int a, int b, int *sum) {
    if ((b > 0 && a > 2147483647 - b) || (b < 0 && a < -2147483647 - 1 - b))
        return 0;
    *sum = a + b;
    return 1;
}

int main(void) {
    int done = 0, sum = 0;
    for (int i = 0; i < 2; i++) {
        int a = __VERIFIER_nondet_int();
        int b = __VERIFIER_nondet_int();
        done += add(a, b, &sum);
    }
    return done;
}
