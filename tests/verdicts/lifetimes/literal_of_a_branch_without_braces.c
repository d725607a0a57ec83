// strategy: auto
// verdict: violated
// properties: valid-memsafety
extern int __VERIFIER_nondet_int(void);


int main(void) {
    int x = 0, *p = &x;
    if (__VERIFIER_nondet_int())
        p = (int[]){1};
    return *p;
}
