// verdict: proved
// inputs: 0..7
// Out in the middle.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int() & 7, i;
    for (i = 0;; i++) {
        if (i * 3 > n)
            break;
        if (i > 2)
            reach_error();
    }
    if (i < 1)
        reach_error();
    return 0;
}
