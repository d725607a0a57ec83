// verdict: proved
// slow: others of its kind are run at every change
// svcomp: yes
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    char *p = __VERIFIER_nondet_pointer();
    char *q = __VERIFIER_nondet_pointer();
    if (p == q && *p == 'a' && *q == 'b')
        reach_error();
    return 0;
}
