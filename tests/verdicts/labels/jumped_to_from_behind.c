// strategy: auto
// properties: unreach-label
// verdict: proved
int __VERIFIER_nondet_int(void);

int main(void) {
    int rounds = 0;
again:
    if (rounds++ < 3)
        goto again;
    if (rounds != 4) {
    ERROR:
        rounds = 0;
    }
    return rounds;
}
