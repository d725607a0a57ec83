// verdict: proved
// inputs: 0..15
// Several ways out.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int kind(int x) {
    if (x < 4)
        return 0;
    if (x < 8)
        return 1;
    if (x % 2)
        return 2;
    return 3;
}

int main(void) {
    int x = __VERIFIER_nondet_int() & 15;
    int k = kind(x);
    if (k == 2 && x % 2 == 0)
        reach_error();
    if (k < 2 && x >= 8)
        reach_error();
    return 0;
}
