// verdict: violated
// slow: others of its kind are run at every change
// One more than the largest number is not larger.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned next(unsigned v) { return v + 1; }

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 4000000000u && next(x) <= x)
        reach_error();
    return 0;
}
