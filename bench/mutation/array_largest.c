// verdict: proved
// inputs: 0..3 0..3 0..3
// The largest is nowhere exceeded.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[3] = {__VERIFIER_nondet_int() & 3, __VERIFIER_nondet_int() & 3, __VERIFIER_nondet_int() & 3};
    int largest = a[0];
    for (int i = 1; i < 3; i++)
        if (a[i] > largest)
            largest = a[i];
    for (int i = 0; i < 3; i++)
        if (a[i] > largest)
            reach_error();
    return 0;
}
