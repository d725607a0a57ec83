// verdict: proved
// inputs: 0..7
// In steps of 1, at most 7 times.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int() & 7;
    int i = 0, k = 0;
    do {
        i += 1;
        k++;
    } while (i < n);
    if (k > 7)
        reach_error();
    return 0;
}
