// property: unreach-call
// inputs: 3212836864
// end: violation unreach-call line 18

extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

union number {
    unsigned bits;
    float value;
    unsigned char byte[4];
};

int main(void) {
    union number n;
    n.bits = __VERIFIER_nondet_uint();
    if (n.value == -1.0f && n.byte[3] == 0xbf)
        reach_error();
    return 0;
}
