// verdict: proved
// inputs: 0..255
// Halving comes to an end.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar();
    int steps = 0;
    while (x > 0) {
        x /= 2;
        steps++;
    }
    if (steps > 8)
        reach_error();
    return 0;
}
