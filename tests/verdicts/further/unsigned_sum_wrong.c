// It does not.
// verdict: violated
// properties: no-unsigned-overflow
// strategy: bounded
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), at = n;
    if (n < 100)
        at = n - 1;
    return 0;
}
