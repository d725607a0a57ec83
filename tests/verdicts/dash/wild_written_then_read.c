// verdict: proved
// svcomp: yes
// Whatever the pointer is, what was written through it is read through it.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    *p = 1;
    if (*p != 1)
        reach_error();
    return 0;
}
