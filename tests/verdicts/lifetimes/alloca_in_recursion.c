// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
static int *deep(int n) {
    int *p = __builtin_alloca(4);
    *p = n;
    return n ? deep(n - 1) : p;
}

int main(void) {
    return *deep(2);
}
