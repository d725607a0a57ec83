// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
struct record { int a[2]; int b; };
int main(void) {
    struct record around[100], s = {{1, 2}, 3};
    around[0].b = 1;
    int *p = s.a;
    return p[60];
}
