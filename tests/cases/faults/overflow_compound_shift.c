// property: no-overflow
// inputs: 3
// end: violation overflow line 12
// data-model: ILP32

extern int __VERIFIER_nondet_int(void);

int main(void) {
    long budget = 1L << 28;
    int doublings = __VERIFIER_nondet_int();
    while (doublings-- > 0)
        budget <<= 1;
    return budget > 0;
}
