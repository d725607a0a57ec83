// verdict: violated
// inputs: 0..7
// In steps of 1, at most 7 times.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int() & 7;
    int i = 0, k = 0;
    for (; i < n; i += 1)
        k++;
    if (k > 6)
        reach_error();
    return 0;
}
