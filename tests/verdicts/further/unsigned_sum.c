// What --property no-unsigned-overflow asks for holds.
// verdict: proved
// properties: no-unsigned-overflow
// strategy: bounded
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), sum = 0;
    if (a > 1000)
        return 0;
    for (int i = 0; i < 3; i++)
        sum += a * 5u;
    return 0;
}
