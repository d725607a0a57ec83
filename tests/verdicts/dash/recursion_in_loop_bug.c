// verdict: violated
// slow: others of its kind are run at every change
// Calls in a loop, and a loop in the procedure that is called.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int none(int n) {
    int i = 0;
    if (n <= 0)
        return 0;
    while (i < n)
        i++;
    return none(n - 1) + (i - n) + (n == 5);
}

int main(void) {
    int sum = 0, n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        sum += none(i);
    if (sum != 0)
        reach_error();
    return 0;
}
