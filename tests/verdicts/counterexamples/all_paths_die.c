// verdict: unknown
// There are finitely many paths to the check, and no execution takes any of them. That is no proof.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = x * x;
    if (y % 4 == 2)
        reach_error();
    return 0;
}
