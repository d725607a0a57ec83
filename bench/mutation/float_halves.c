// verdict: proved
// inputs: 0..15
// Halves are exact.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 15;
    float h = x / 2.0f;
    if (h * 2 != x)
        reach_error();
    return 0;
}
