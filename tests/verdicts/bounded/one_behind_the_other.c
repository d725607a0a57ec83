// verdict: violated
// slow: others of its kind are run at every change
// A run ends where a check fails: the second fails for what passes the first, the third for nothing.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    for (int i = 0; i < 3; i++) {
        int x = __VERIFIER_nondet_int();
        if (x > 50)
            reach_error();
        if (i == 2 && x > 48)
            reach_error();
        if (x > 60)
            reach_error();
    }
    return 0;
}
