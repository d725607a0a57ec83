// verdict: proved
// inputs: 0..3
// From the start to the end.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {1, 2, 3, 4};
    int stop = __VERIFIER_nondet_int() & 3;
    int sum = 0;
    for (int *p = a; p < a + stop; p++)
        sum += *p;
    if (sum != stop * (stop + 1) / 2)
        reach_error();
    return 0;
}
