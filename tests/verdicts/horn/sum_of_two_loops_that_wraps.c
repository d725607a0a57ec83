// verdict: unknown
// seconds: 2
// Over integers without bounds the relation holds; for machine integers it does not, and nothing is claimed.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned char count = 0;
    unsigned rounds = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < rounds; i++)
        count++;
    if (count != rounds)
        reach_error();
    return 0;
}
