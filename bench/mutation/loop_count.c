// verdict: proved
// inputs: 0..15
// As often as said.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int() & 15, i = 0, k = 0;
    while (i < n) {
        i++;
        k += 2;
    }
    if (k != 2 * n)
        reach_error();
    return 0;
}
