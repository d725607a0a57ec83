// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
static int *last(int n) {
    int v[n][n];
    v[n - 1][n - 1] = 3;
    return &v[n - 1][n - 1];
}

int main(void) {
    return *last(2);
}
