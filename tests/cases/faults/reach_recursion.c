// property: unreach-call
// inputs: 3
// end: violation unreach-call line 21

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int ackermann(int m, int n) {
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    if (ackermann(2, n) == 9) {
        reach_error();
    }
    return 0;
}
