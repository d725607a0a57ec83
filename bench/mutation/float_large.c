// verdict: violated
// inputs: 0..7
// A float has 24 bits.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 16777216 + (__VERIFIER_nondet_int() & 7);
    float f = x;
    if ((int)f != x)
        reach_error();
    return 0;
}
