// verdict: unknown
// slow: others of its kind are run at every change
// The first page is never there: a real run ends at the access. No proof is based on that.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    if (p == 0) {
        *p = 1;
        reach_error();
    }
    return 0;
}
