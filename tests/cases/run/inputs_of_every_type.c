// inputs: 1,-5,250,-30000,60000,-7,4000000000,-9000000000,18446744073709551615,1.5,-2.25,65
// end: normal 73

extern _Bool __VERIFIER_nondet_bool(void);
extern signed char __VERIFIER_nondet_schar(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    unsigned h = __VERIFIER_nondet_bool();
    h = h * 31 + __VERIFIER_nondet_schar();
    h = h * 31 + __VERIFIER_nondet_uchar();
    h = h * 31 + __VERIFIER_nondet_short();
    h = h * 31 + __VERIFIER_nondet_ushort();
    h = h * 31 + __VERIFIER_nondet_int();
    h = h * 31 + __VERIFIER_nondet_uint();
    h = h * 31 + (unsigned)(__VERIFIER_nondet_longlong() >> 3);
    h = h * 31 + (unsigned)(__VERIFIER_nondet_ulong() >> 60);
    h = h * 31 + (unsigned)(__VERIFIER_nondet_float() * 8);
    h = h * 31 + (unsigned)(int)(__VERIFIER_nondet_double() * 8);
    h = h * 31 + __VERIFIER_nondet_char();
    return (h + __VERIFIER_nondet_int()) % 126; /* none left: 0 */
}
