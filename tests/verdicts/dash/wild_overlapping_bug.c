// verdict: violated
// slow: others of its kind are run at every change
// One pointer leads into the middle of what the other leads to.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    unsigned short *p = __VERIFIER_nondet_pointer();
    unsigned *q = __VERIFIER_nondet_pointer();
    *q = 0;
    *p = 0x1234;
    if (*q == 0x12340000u)
        reach_error();
    return 0;
}
