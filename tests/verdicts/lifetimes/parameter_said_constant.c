// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
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
