// It does not.
// verdict: violated
// properties: no-float-overflow
// strategy: bounded
// slow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x > 1.0)
        x = x * x;
    return 0;
}
