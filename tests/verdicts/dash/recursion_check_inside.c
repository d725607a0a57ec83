// verdict: proved
// slow: others of its kind are run at every change
// The check is inside: it needs what every call, the inner ones too, has in common.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int half(int n) {
    if (n < 0)
        reach_error();
    if (n < 2)
        return 0;
    return half(n - 2) + 1;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n >= 0)
        half(n);
    return 0;
}
