// strategy: auto
// verdict: violated
// properties: valid-memsafety
static void set(const int *p) {
    *(int *)p = 3;
}

int main(void) {
    int x = 1;
    const int y = 2;
    set(&x);
    set(&y);
    return x;
}
