// property: no-overflow
// inputs: 31
// end: normal 3

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 31)
        return 0;
    unsigned high = 1u << n;
    int least = -2147483647 - 1;
    int sign = least >> n; /* of a negative number, to the right: allowed */
    int most = 1 << (n - 1);
    return (high != 0) + (sign == -1) + (most == 1073741824);
}
