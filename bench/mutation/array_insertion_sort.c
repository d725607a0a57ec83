// verdict: proved
// inputs: 0..3 0..3 0..3
// Three numbers in order.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[3] = {__VERIFIER_nondet_int() & 3, __VERIFIER_nondet_int() & 3, __VERIFIER_nondet_int() & 3};
    for (int i = 1; i < 3; i++) {
        int x = a[i], j = i;
        while (j > 0 && a[j - 1] > x) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = x;
    }
    if (a[0] > a[1] || a[1] > a[2])
        reach_error();
    return 0;
}
