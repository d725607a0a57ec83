// verdict: violated
// inputs: 0..15
// The error was before.
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 15;
    if (a == 9)
        reach_error();
    __VERIFIER_assume(a < 9);
    return 0;
}
