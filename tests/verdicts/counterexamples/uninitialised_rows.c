// verdict: violated
// slow: others of its kind are run at every change
// The size of the array is an input, and so is what it holds before anything is written.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 2 || n > 100)
        return 0;
    int row[n];
    for (unsigned i = 1; i < n; i++)
        if (row[i] < row[i - 1])
            return 0;
    if (row[0] == 7 && row[n - 1] == 9 && n > 3)
        reach_error();
    return 0;
}
