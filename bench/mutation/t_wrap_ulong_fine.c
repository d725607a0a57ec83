// verdict: proved
// inputs: 0..3
// unsigned long: 3 steps up from 18446744073709551610.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 3;
    unsigned long x = 18446744073709551610ul;
    unsigned long y = x + k;
    if (y < x)
        reach_error();
    return 0;
}
