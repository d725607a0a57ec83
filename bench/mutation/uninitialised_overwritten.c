// verdict: proved
// inputs: 0..3
// Written on every way.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x, which = __VERIFIER_nondet_int() & 3;
    if (which == 0)
        x = 1;
    else if (which < 3)
        x = 2;
    else
        x = 4;
    if (x == 0 || x > 4)
        reach_error();
    return 0;
}
