// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
extern int __VERIFIER_nondet_int(void);


int main(void) {
    int y = 0, *p = &y;
    switch (__VERIFIER_nondet_int()) {
    case 1: {
        int x = 3;
        p = &x;
    }
    case 2:
        return *p;
    }
    return 0;
}
