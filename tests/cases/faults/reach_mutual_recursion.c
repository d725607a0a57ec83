// property: unreach-call
// inputs: 11
// end: violation unreach-call line 18

extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 20 && odd(n) && n > 9 && n % 3 == 2)
        goto ERROR;
    return 0;
ERROR:
    reach_error();
    return 1;
}
