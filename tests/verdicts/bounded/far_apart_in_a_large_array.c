// verdict: violated
// slow: others of its kind are run at every change
// Too many elements to choose among; what was read is still what the inputs must say.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    int large[2000];
    unsigned i = __VERIFIER_nondet_uint() % 2000, j = __VERIFIER_nondet_uint() % 2000;
    if (large[i] == 51234567 && large[j] == -61234567 && i == j + 1)
        reach_error();
    return 0;
}
