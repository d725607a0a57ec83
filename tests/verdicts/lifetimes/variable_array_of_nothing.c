// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
extern int __VERIFIER_nondet_int(void);


int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n != 0)
        return 0;
    int v[n];
    return v[0];
}
