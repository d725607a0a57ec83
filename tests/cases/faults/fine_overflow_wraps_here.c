// property: unreach-call
// inputs: 2147483647
// end: normal 3

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x + 1; /* for this property it wraps */
    if (x == 2147483647 && y > 0)
        reach_error();
    return y < x ? 3 : 4;
}
