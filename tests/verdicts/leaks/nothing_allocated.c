// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// Without a heap there is nothing to lose, however often the loop is gone through.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    while (__VERIFIER_nondet_int())
        ;
    return 0;
}
