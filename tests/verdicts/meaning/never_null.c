// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// accept-bounds: yes
// function: first
// properties: valid-memsafety
__attribute__((nonnull(2))) int first(int which, const int *one, const int *other) {
    return *one + (other && which ? *other : 0);
}
