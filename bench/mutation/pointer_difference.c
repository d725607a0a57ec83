// verdict: proved
// inputs: 0..3 0..3
// Counted in elements.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    long a[4];
    int i = __VERIFIER_nondet_int() & 3, j = __VERIFIER_nondet_int() & 3;
    long *p = &a[i], *q = &a[j];
    if (q - p != j - i)
        reach_error();
    if ((p == q) != (i == j))
        reach_error();
    return 0;
}
