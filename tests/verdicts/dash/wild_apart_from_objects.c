// verdict: proved
// svcomp: yes
// A write through a wild pointer changes no object: that is listed as an assumption.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
int global = 3;

int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    *p = 4;
    if (global != 3)
        reach_error();
    return 0;
}
