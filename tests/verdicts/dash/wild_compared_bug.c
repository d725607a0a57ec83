// verdict: violated
// slow: others of its kind are run at every change
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    char *p = __VERIFIER_nondet_pointer();
    char *q = __VERIFIER_nondet_pointer();
    if (p < q && q - p == 24 && *p == 'a' && *q == 'b' && p[24] == *q)
        reach_error();
    return 0;
}
