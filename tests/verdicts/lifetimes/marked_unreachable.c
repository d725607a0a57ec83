// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// No machine stops there.
extern int __VERIFIER_nondet_int(void);

extern void reach_error(void);


int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 3)
        __builtin_unreachable();
    if (x == 3)
        reach_error();
    return 0;
}
