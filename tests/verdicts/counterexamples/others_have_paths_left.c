// verdict: violated
// slow: others of its kind are run at every change
// seconds: 30
// The first check is violated early and has paths left; of the last one there are none. The search ends.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    for (int i = 0; i < 4; i++) {
        if (x == i)
            reach_error();
        if (x >= 100 && x <= 100 + i)
            reach_error();
    }
    if (x == 50)
        reach_error();
    if (x == 0)
        reach_error();
    return 0;
}
