// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
struct pair {
    int a[2];
};

static struct pair made(void) {
    struct pair x = {{1, 2}};
    return x;
}

int main(void) {
    int *p = made().a;
    return p[1];
}
