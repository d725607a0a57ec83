// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
extern int __VERIFIER_nondet_int(void);


int main(void) {
    int n = __VERIFIER_nondet_int(), *p;
    if (n < 1 || n > 3)
        return 0;
    {
        int v[n];
        v[0] = 1;
        p = v;
    }
    return *p;
}
