// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
struct holder {
    int *p;
};

static struct holder made(void) {
    int x = 1;
    struct holder r = {&x};
    return r;
}

int main(void) {
    return *made().p;
}
