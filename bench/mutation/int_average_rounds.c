// verdict: violated
// inputs: 0..15 0..15
// It is not always the same from both sides.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 15;
    int b = __VERIFIER_nondet_int() & 15;
    int down = (a + b) / 2, up = (a + b + 1) / 2;
    if (down != up)
        reach_error();
    return 0;
}
