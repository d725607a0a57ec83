// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// By then the place is another function's, and alive.
int *made(void) {
    int x[4];
    x[0] = 1;
    int *p = x;
    return p;
}
int used(int *p) {
    int y[4];
    y[0] = y[1] = y[2] = y[3] = 2;
    return *p + y[0];
}
int main(void) { return used(made()); }
