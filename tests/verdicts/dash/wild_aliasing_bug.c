// verdict: violated
// slow: others of its kind are run at every change
// Only if both inputs are the same pointer, and memory is there, the error is reached.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    int *q = __VERIFIER_nondet_pointer();
    *p = 1;
    *q = 2;
    if (*p == 2)
        reach_error();
    return 0;
}
