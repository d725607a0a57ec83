// property: unreach-call
// inputs: 3
// end: assumption

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x % 2 == 0);
    if (x == 3)
        reach_error();
    return 0;
}
