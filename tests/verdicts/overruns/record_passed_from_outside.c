// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// The argument is read by the caller.
struct many { int v[20]; };
int last(struct many m) { return m.v[19]; }
int main(void) {
    struct many around[40], one;
    around[0].v[0] = one.v[0] = 1;
    struct many *p = &one;
    return last(p[30]);
}
