// verdict: violated
// inputs: 0..3 0..3
// With zero to start from, negative numbers are not seen.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[2] = {(__VERIFIER_nondet_int() & 3) - 2, (__VERIFIER_nondet_int() & 3) - 2};
    int largest = 0, found = 0;
    for (int i = 0; i < 2; i++)
        if (a[i] > largest)
            largest = a[i];
    for (int i = 0; i < 2; i++)
        if (a[i] == largest)
            found = 1;
    if (!found)
        reach_error();
    return 0;
}
