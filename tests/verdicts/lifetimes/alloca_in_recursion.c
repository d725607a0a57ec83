// strategy: auto
// verdict: violated
// properties: valid-memsafety
static int *deep(int n) {
    int *p = __builtin_alloca(4);
    *p = n;
    return n ? deep(n - 1) : p;
}

int main(void) {
    return *deep(2);
}
