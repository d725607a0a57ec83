// verdict: proved
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    float value = 0;
    int negative = 0;
    for (int i = 0; i < 6; i++) {
        if (__VERIFIER_nondet_int()) {
            value = -value;
            negative = !negative;
        } else if (__VERIFIER_nondet_int()) {
            value = -0.0f;
            negative = 1;
        }
    }
    if (value != 0 || (1 / value < 0) != negative)
        reach_error();
    return 0;
}
