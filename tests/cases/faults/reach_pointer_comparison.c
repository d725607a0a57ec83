// property: unreach-call
// inputs: 2,5
// end: violation unreach-call line 14

extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static int row[8];

int main(void) {
    int *p = row + __VERIFIER_nondet_uint() % 8;
    int *q = row + __VERIFIER_nondet_uint() % 8;
    if (p < q && q - p == 3)
        reach_error();
    return 0;
}
