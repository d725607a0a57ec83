// strategy: auto
// verdict: violated
// properties: valid-memsafety
static int *made(void) {
    int *p = __builtin_alloca(4);
    *p = 3;
    return p;
}

int main(void) {
    return *made();
}
