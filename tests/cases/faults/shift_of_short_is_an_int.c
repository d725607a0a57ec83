// property: no-overflow
// inputs: 40
// end: violation shift line 16

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned short flags = 1;
    unsigned long long wide = 0;
    int at = __VERIFIER_nondet_int();
    if (at >= 0 && at < 64) {
        /* meant: (unsigned long long)flags << at */
        if (at < 15)
            wide |= flags << at;
        else if (at > 32)
            wide |= flags << at;
    }
    return wide != 0;
}
