// verdict: violated
// slow: others of its kind are run at every change
// The error needs four rounds of the first loop and two of the second: what leaves the loops goes on together.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a = 0, b = 0;
    while (__VERIFIER_nondet_int())
        a += 3;
    while (__VERIFIER_nondet_int())
        b += 5;
    if (a == 12 && b == 10)
        reach_error();
    return 0;
}
