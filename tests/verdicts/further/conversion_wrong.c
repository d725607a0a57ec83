// It does not.
// verdict: violated
// properties: no-lossy-conversion
// strategy: bounded
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    int value = __VERIFIER_nondet_int();
    if (value < -1 || value > 255)
        return 0;
    unsigned char byte = (unsigned char)value;
    value = byte + 1;
    return 0;
}
