// strategy: auto
// verdict: violated
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
