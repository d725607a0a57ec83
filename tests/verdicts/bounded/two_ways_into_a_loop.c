// verdict: violated
// slow: others of its kind are run at every change
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a = 0, b = 0;
    if (__VERIFIER_nondet_int())
        goto second;
first:
    a++;
    if (a > 3)
        goto out;
    if (__VERIFIER_nondet_int())
        goto second;
    goto first;
second:
    b++;
    if (b > 3)
        goto out;
    if (__VERIFIER_nondet_int())
        goto first;
    goto second;
out:
    if (a == 4 && b == 4)
        reach_error();
    if (a == 3 && b == 4)
        reach_error();
    return 0;
}
