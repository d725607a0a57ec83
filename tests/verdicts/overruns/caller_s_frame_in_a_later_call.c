// verdict: proved
// strategy: auto
// properties: valid-memsafety
int *same(int *p) { return p; }
int used(int *p) {
    int y[4];
    y[0] = y[1] = y[2] = y[3] = 2;
    return *p + y[0];
}
int main(void) {
    int x[4];
    x[0] = 1;
    return used(same(x));
}
