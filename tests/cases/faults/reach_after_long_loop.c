// property: unreach-call
// inputs: 1000
// end: violation unreach-call line 14

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned lfsr = 0xace1u;
    for (int i = 0; i < n; i++)
        lfsr = lfsr >> 1 ^ (-(lfsr & 1u) & 0xb400u);
    if (n > 999 && lfsr != 0)
        reach_error();
    return 0;
}
