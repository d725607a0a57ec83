// property: unreach-call
// inputs: 4294967290,10
// end: violation unreach-call line 16

extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static int fits(unsigned offset, unsigned length, unsigned size) {
    return offset + length <= size; /* wraps */
}

int main(void) {
    unsigned offset = __VERIFIER_nondet_uint();
    unsigned length = __VERIFIER_nondet_uint();
    if (fits(offset, length, 64) && offset > 64)
        reach_error();
    return 0;
}
