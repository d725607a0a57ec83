// verdict: proved
// inputs: 0..7 0..7
// As the integers.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 7, b = __VERIFIER_nondet_int() & 7;
    float x = a, y = b + 0.5f;
    if ((x < y) != (a <= b))
        reach_error();
    return 0;
}
