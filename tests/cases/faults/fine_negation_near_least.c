// property: no-overflow
// inputs: -2147483647,-1
// end: normal 0

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x == -2147483647 - 1 || y == 0)
        return 2;
    int a = -x;
    int b = x / y;
    int c = x % y;
    return a != b || c != 0;
}
