// verdict: violated
// inputs: 0..7
// Two is true, and true is one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 7;
    _Bool b = x;
    if (b != x)
        reach_error();
    return 0;
}
