// strategy: auto
// verdict: unknown
// reason: potential: needs readable(other, sizeof *other)
// slow: others of its kind are run at every change
// function: first
// properties: valid-memsafety
__attribute__((nonnull(2))) int first(int which, const int *one, const int *other) {
    return *one + (which ? *other : 0);
}
