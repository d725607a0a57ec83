// verdict: violated
// inputs: 0..255
// It takes longer than seven steps.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar();
    int steps = 0;
    while (x > 0) {
        x /= 2;
        steps++;
    }
    if (steps > 7)
        reach_error();
    return 0;
}
