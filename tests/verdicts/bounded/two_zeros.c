// verdict: violated
// seconds: 60
// Many paths bring zeros, and only those that bring the negative one divide to minus infinity.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    float value = 0;
    for (int i = 0; i < 5; i++) {
        if (__VERIFIER_nondet_int())
            value = value + 1;
        else if (__VERIFIER_nondet_int())
            value = 0.0f;
        else if (__VERIFIER_nondet_int())
            value = 0.0f * value;
        else
            value = -value;
    }
    if (value == 0 && 1 / value < 0)
        reach_error();
    return 0;
}
