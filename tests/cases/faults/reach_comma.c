// property: unreach-call
// inputs: 12
// end: violation unreach-call line 15

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int low, high;
    for (low = 0, high = n & 31; low < high; low++, high--)
        ;
    int last = (low++, high + low);
    if (last == 13)
        reach_error();
    return 0;
}
