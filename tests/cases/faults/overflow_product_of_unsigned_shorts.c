// property: no-overflow
// inputs: 65535,40000
// end: violation overflow line 11

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short rows = __VERIFIER_nondet_ushort();
    unsigned short columns = __VERIFIER_nondet_ushort();
    /* both are promoted to int before they are multiplied */
    unsigned cells = rows * columns;
    return cells == 12;
}
