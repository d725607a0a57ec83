// verdict: proved
// inputs: 0..3
// Sizes are not evaluated.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 3;
    unsigned long n = sizeof(x++) * 2;
    if (x > 3 || n != 8)
        reach_error();
    return 0;
}
