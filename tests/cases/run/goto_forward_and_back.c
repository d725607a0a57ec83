// inputs: 7
// end: normal 16

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), steps = 0;
top:
    if (n == 1)
        goto out;
    if (n & 1)
        goto odd;
    n /= 2;
    steps++;
    goto top;
    {
        int inner;
    odd:
        inner = 3 * n;
        n = inner + 1;
        steps++;
        goto top;
    }
out:
    return steps;
}
