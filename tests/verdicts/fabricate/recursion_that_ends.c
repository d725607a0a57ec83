// verdict: proved
// slow: others of its kind are run at every change
// Seven calls deep and no deeper.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int down(int n) {
    if (n <= 0)
        return 0;
    return 1 + down(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 6)
        return 0;
    if (down(n) != n)
        reach_error();
    return 0;
}
