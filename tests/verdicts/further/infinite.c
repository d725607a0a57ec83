// What --property no-float-overflow asks for holds.
// verdict: proved
// properties: no-float-overflow
// strategy: bounded
// slow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    float x = (float)(__VERIFIER_nondet_int() % 100);
    x = x * 2.0f;
    return 0;
}
