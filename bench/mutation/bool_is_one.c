// verdict: proved
// inputs: 0..7
// A _Bool is zero or one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    _Bool b = __VERIFIER_nondet_int() & 6;
    int n = b + 1;
    if (n != 1 && n != 2)
        reach_error();
    return 0;
}
