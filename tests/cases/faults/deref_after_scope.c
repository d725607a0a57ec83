// property: valid-memsafety
// inputs: 2
// end: violation invalid-deref line 17

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int mode = __VERIFIER_nondet_int();
    const int *setting = 0;
    int fallback = 1;
    if (mode == 2) {
        int special = 42;
        setting = &special;
    } else {
        setting = &fallback;
    }
    return *setting;
}
