// verdict: violated
// inputs: 0..7
// signed char: 7 steps up from 122.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 7;
    signed char x = 122;
    signed char y = x + k;
    if (y < x)
        reach_error();
    return 0;
}
