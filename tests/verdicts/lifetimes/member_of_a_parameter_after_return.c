// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
struct pair {
    int a[2];
};

static int *where(struct pair x) {
    int *p = x.a;
    return p;
}

int main(void) {
    struct pair y = {{1, 2}};
    return where(y)[1];
}
