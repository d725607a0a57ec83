// verdict: proved
// slow: others of its kind are run at every change
// Unsigned and narrow: ranges that forget the width would lose it, or be wrong.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned char small = 250;
    unsigned long long wide = 0xfffffffffffffff0ull;
    unsigned rounds = 0;
    while (__VERIFIER_nondet_uint() != 0) {
        small = small + 2;
        wide = wide + 2;
        if (rounds < 100)
            rounds = rounds + 1;
        if (small % 2 != 0 || wide % 2 != 0)
            reach_error();
    }
    if (rounds > 100)
        reach_error();
    return 0;
}
