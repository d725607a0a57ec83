// verdict: proved
// slow: others of its kind are run at every change
// Unsigned arithmetic wraps, in every width.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char step = __VERIFIER_nondet_uchar(), at = 250;
    if (step == 0 || step > 3)
        return 0;
    for (int i = 0; i < 6; i++)
        at += step;
    if (step == 1 && at != 0)
        reach_error();
    if (step == 3 && at != 12)
        reach_error();
    return 0;
}
