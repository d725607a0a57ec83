// verdict: violated
// slow: others of its kind are run at every change
// In all runs that tests are likely to make the two are equal.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a = 0, b = 0;
    for (int i = 0; i < 20; i++) {
        int input = __VERIFIER_nondet_int();
        a = a + 1;
        b = b + (input == 19088743 ? 2 : 1);
    }
    if (a != b)
        reach_error();
    return 0;
}
