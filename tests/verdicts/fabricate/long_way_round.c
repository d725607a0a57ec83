// verdict: violated
// slow
// Only a run that never leaves early gets there; what random inputs do is leave.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = 0;
    while (1) {
        if (__VERIFIER_nondet_int() == 1234567) {
            if (n < 4)
                n = n + 1;
        } else {
            if (n == 4)
                reach_error();
            n = 0;
        }
        if (__VERIFIER_nondet_int() == 7654321)
            return 0;
    }
}
