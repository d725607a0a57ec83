// verdict: violated
// slow: others of its kind are run at every change
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *a = __VERIFIER_nondet_pointer();
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || j <= i || j > 10)
        return 0;
    if (a[i] == 5 && a[j] == 6 && a[i] + a[j] + a[0] == 15)
        reach_error();
    return 0;
}
