// property: unreach-call
// inputs: -1
// end: violation unreach-call line 18

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    static const int primes[] = {2, 3, 5, 7};
    int limit = __VERIFIER_nondet_int();
    int sum = 0;
    if (limit > 3)
        return 0;
    for (unsigned i = 0; i < sizeof primes / sizeof *primes; i++)
        if (i < limit) /* -1 becomes the largest */
            sum += primes[i];
    if (sum == 17)
        reach_error();
    return 0;
}
