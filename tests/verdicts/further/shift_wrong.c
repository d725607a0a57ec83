// It does not.
// verdict: violated
// properties: no-undefined-shift
// strategy: bounded
// slow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    int amount = __VERIFIER_nondet_int(), bit = 0;
    if (amount >= 0 && amount <= 32)
        bit = 1 << amount;
    bit = 0 < bit;
    return 0;
}
