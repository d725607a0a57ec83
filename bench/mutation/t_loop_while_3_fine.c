// verdict: proved
// inputs: 0..7
// In steps of 3, at most 3 times.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int() & 7;
    int i = 0, k = 0;
    while (i < n) {
        i += 3;
        k++;
    }
    if (k > 3)
        reach_error();
    return 0;
}
