// verdict: proved
// inputs: 0..15
// As far as the input says: a sum that cannot be odd.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int() & 15;
    unsigned even = 0;
    for (int i = 0; i < n * 100; i++)
        even += 2;
    if (even % 2)
        reach_error();
    return 0;
}
