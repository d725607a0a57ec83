// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
extern int __VERIFIER_nondet_int(void);


static int *made(int choice) {
    static int other;
    int *p = &other;
    if (choice)
        p = __builtin_alloca(4);
    *p = 1;
    return p;
}

int main(void) {
    return *made(__VERIFIER_nondet_int());
}
