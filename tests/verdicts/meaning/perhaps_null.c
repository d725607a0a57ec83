// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// function: first
// properties: valid-memsafety
__attribute__((nonnull(2))) int first(int which, const int *one, const int *other) {
    return *one + (which ? *other : 0);
}
