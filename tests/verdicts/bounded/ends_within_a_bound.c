// verdict: proved
// Every loop ends after at most nine rounds, and what is in the array is known.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int table[10];

int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 9)
        return 0;
    for (int i = 0; i < n; i++) {
        table[i] = i;
        for (int j = 0; j < 3; j++)
            sum += j;
    }
    if (n > 0 && table[n - 1] != n - 1)
        reach_error();
    if (sum != 3 * n)
        reach_error();
    return 0;
}
