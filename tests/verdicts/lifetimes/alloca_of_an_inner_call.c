// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
static inline int *inner(int n) {
    int *p = __builtin_alloca(n);
    p[0] = 1;
    return p;
}

static inline int outer(void) {
    int *p = inner(8);
    return p[0];
}

int main(void) {
    return outer();
}
