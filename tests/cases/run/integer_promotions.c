// inputs: 200,-100,60000,-30000
// end: normal 107

extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_schar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern short __VERIFIER_nondet_short(void);

int main(void) {
    unsigned char uc = __VERIFIER_nondet_uchar();
    signed char sc = __VERIFIER_nondet_schar();
    unsigned short us = __VERIFIER_nondet_ushort();
    short ss = __VERIFIER_nondet_short();
    unsigned h = 0;
    h = h * 31 + (uc + uc) + (uc * sc) + (~uc) + (-uc) + (uc << 4) + (sc >> 1);
    h = h * 31 + (us + ss) + (us - us * 2 < 0) + (ss * sc) + (unsigned)(us * 30000);
    h = h * 31 + sizeof(uc + uc) + sizeof(+sc) + sizeof(us << 1ll) + sizeof(uc ? uc : us) + sizeof(char);
    uc += 100;
    sc -= 100;
    us *= 3;
    ss <<= 2;
    h = h * 31 + uc + sc + us + ss;
    uc = ~uc;
    sc = -sc;
    us = -us;
    h = h * 31 + uc + sc + us + (uc > sc) + (us > -1);
    char c = (char)0xff;
    h = h * 31 + (c == 0xff) + (c == '\xff') + (unsigned char)c + (unsigned)c;
    return h % 126;
}
