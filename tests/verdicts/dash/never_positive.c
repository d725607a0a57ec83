// verdict: proved
// slow: others of its kind are run at every change
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x;
    if (x > 0)
        y = -x;
    if (y > 0)
        reach_error();
    return 0;
}
