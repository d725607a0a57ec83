// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
extern int __VERIFIER_nondet_int(void);


int main(void) {
    int x = 0, *p = &x;
    if (__VERIFIER_nondet_int())
        p = (int[]){1};
    return *p;
}
