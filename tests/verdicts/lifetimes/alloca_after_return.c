// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
static int *made(void) {
    int *p = __builtin_alloca(4);
    *p = 3;
    return p;
}

int main(void) {
    return *made();
}
