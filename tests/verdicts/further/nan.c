// What --property no-nan asks for holds.
// verdict: proved
// properties: no-nan
// strategy: bounded
// slow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x >= 1.0 && x <= 2.0)
        x = 1.0 / x;
    return 0;
}
