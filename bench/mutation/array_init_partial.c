// verdict: proved
// inputs: 0..3
// What is not named is zero.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {[2] = 7};
    int i = __VERIFIER_nondet_int() & 3;
    if (a[i] != 0 && i != 2)
        reach_error();
    return 0;
}
