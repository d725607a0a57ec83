// verdict: proved
// slow: others of its kind are run at every change
// Nothing comes back from a call that ends the program, or never ends.
extern void reach_error(void);
extern void exit(int);
extern int __VERIFIER_nondet_int(void);

static int away(int n) {
    if (n == 0)
        exit(0);
    return away(n - 1);
}

int main(void) {
    away(__VERIFIER_nondet_int());
    reach_error();
    return 0;
}
