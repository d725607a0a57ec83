// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// properties: valid-memsafety
// Each compiler makes of it what it likes.
extern int __VERIFIER_nondet_int(void);


int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n != -1)
        return 0;
    int v[n];
    v[0] = 1;
    return v[0];
}
