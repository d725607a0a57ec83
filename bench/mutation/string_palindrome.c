// verdict: violated
// inputs: 0..1 0..1 0..1
// Some words are the same backwards.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char w[4];
    w[0] = 'a' + (__VERIFIER_nondet_int() & 1);
    w[1] = 'a' + (__VERIFIER_nondet_int() & 1);
    w[2] = 'a' + (__VERIFIER_nondet_int() & 1);
    w[3] = 0;
    int same = 1;
    for (int i = 0, j = 2; i < j; i++, j--)
        if (w[i] != w[j])
            same = 0;
    if (same)
        reach_error();
    return 0;
}
