// verdict: proved
// inputs: 0..3 0..3 0..3
// The sum of three small numbers.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[3];
    a[0] = __VERIFIER_nondet_int() & 3;
    a[1] = __VERIFIER_nondet_int() & 3;
    a[2] = __VERIFIER_nondet_int() & 3;
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += a[i];
    if (sum > 9 || sum < a[1])
        reach_error();
    return 0;
}
