// verdict: violated
// slow: others of its kind are run at every change
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 900)
        return 0;
    int sum = 0, i = 1;
    while (i <= n) {
        sum = sum + i;
        i = i + 1;
    }
    if (2 * sum == n * (n + 1) && sum > 300000)
        reach_error();
    return 0;
}
