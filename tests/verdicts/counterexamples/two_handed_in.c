// verdict: violated
// slow: others of its kind are run at every change
// Two pointers that are inputs have to be the same one.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);

int main(void) {
    int *p = __VERIFIER_nondet_pointer(), *q = __VERIFIER_nondet_pointer();
    *p = 3;
    *q = 5;
    if (*p == 5)
        reach_error();
    return 0;
}
