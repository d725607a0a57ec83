// strategy: auto
// properties: unreach-label
// verdict: proved
// slow: others of its kind are run at every change
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
