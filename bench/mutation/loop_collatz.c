// verdict: violated
// inputs: 0..15
// Some start leads high.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = (__VERIFIER_nondet_int() & 15) + 1, top = 0;
    while (x != 1) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        if (x > top)
            top = x;
    }
    if (top > 150)
        reach_error();
    return 0;
}
