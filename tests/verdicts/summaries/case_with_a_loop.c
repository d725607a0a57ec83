// verdict: proved
// slow: others of its kind are run at every change
// seconds: 90
// A case of a procedure with a loop needs the loop's invariants in its contract.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int spin(int mode, int n) {
    int i = 0;
    if (mode == 3) {
        while (i < n)
            i = i + 1;
        return i;
    }
    return 7;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 5 || n > 100)
        return 0;
    if (spin(3, n) < 5 || spin(4, n) != 7)
        reach_error();
    return 0;
}
