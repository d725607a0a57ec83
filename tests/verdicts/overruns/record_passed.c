// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
struct many { int v[20]; };
int last(struct many m) { return m.v[0]; }
int main(void) {
    struct many around[40];
    around[30].v[0] = 1;
    struct many *p = &around[10];
    return last(p[20]);
}
