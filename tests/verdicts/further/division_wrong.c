// It does not.
// verdict: violated
// properties: no-division-by-zero
// strategy: bounded
// slow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    int by = __VERIFIER_nondet_int();
    if (by != 1)
        by = 100 / (by - 1) + 100 % by;
    return 0;
}
