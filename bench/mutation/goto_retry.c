// verdict: proved
// inputs: 0..3
// Tried again until it fits.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = (__VERIFIER_nondet_int() & 3) + 1, tries = 0;
again:
    tries++;
    x *= 2;
    if (x < 16)
        goto again;
    if (x > 30 || tries > 4)
        reach_error();
    return 0;
}
