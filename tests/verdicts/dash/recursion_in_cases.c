// verdict: proved
// slow: others of its kind are run at every change
// McCarthy's function: one contract for each of its two cases, each proved by both.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int mc(int x) { return x > 100 ? x - 10 : mc(mc(x + 11)); }

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = mc(x);
    if (x <= 101 ? y != 91 : y != x - 10)
        reach_error();
    return 0;
}
