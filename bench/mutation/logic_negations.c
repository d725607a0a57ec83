// verdict: proved
// inputs: 0..3 0..3
// De Morgan.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 3, b = __VERIFIER_nondet_int() & 3;
    if (!(a && b) != (!a || !b))
        reach_error();
    if (!(a > b || a == 2) != (a <= b && a != 2))
        reach_error();
    return 0;
}
