// verdict: violated
// inputs: 0..3 0..7
// Below zero is far above.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint() & 3, b = __VERIFIER_nondet_uint() & 7;
    unsigned d = a - b;
    if (d > 100)
        reach_error();
    return 0;
}
