// verdict: violated
// inputs: 0..3 0..3 0..3
// One pass is not enough.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[3] = {__VERIFIER_nondet_int() & 3, __VERIFIER_nondet_int() & 3, __VERIFIER_nondet_int() & 3};
    for (int i = 0; i < 2; i++)
        if (a[i] > a[i + 1]) {
            int t = a[i];
            a[i] = a[i + 1];
            a[i + 1] = t;
        }
    if (a[0] > a[1])
        reach_error();
    return 0;
}
