// property: valid-memsafety
// inputs: 1
// end: violation invalid-deref line 8

extern int __VERIFIER_nondet_int(void);

static int half(int x, int *rest) {
    *rest = x % 2;
    return x / 2;
}

int main(void) {
    int rest = 0;
    int quiet = __VERIFIER_nondet_int();
    int h = half(7, quiet ? 0 : &rest);
    return h + rest;
}
