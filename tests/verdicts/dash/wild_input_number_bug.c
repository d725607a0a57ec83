// verdict: violated
// slow: others of its kind are run at every change
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned number = __VERIFIER_nondet_uint();
    int *p = (int *)number;
    *p = 3;
    if ((number & 3) == 0 && p[1] == 44)
        reach_error();
    return 0;
}
