// verdict: violated
// inputs: -2147483648..-2147483644
// The least number has no opposite.
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x < -2147483643);
    int y = x < 0 ? -x : x;
    if (y < 0)
        reach_error();
    return 0;
}
