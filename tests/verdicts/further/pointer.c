// What --property no-pointer-overflow asks for holds.
// verdict: proved
// properties: no-pointer-overflow
// strategy: bounded
// slow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    int array[8] = {0}, *p = array;
    unsigned n = __VERIFIER_nondet_uint();
    if (n <= 8)
        p += n;
    return 0;
}
