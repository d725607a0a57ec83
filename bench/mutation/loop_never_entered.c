// verdict: proved
// inputs: 0..15
// A condition that is false at once.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 15;
    while (x > 20)
        reach_error();
    for (; x < 0;)
        reach_error();
    return 0;
}
