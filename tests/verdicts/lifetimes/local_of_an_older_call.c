// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
static int *kept;

static int deep(int n) {
    int x = n;
    if (n == 2)
        kept = &x;
    return n < 2 ? deep(n + 1) : 0;
}

int main(void) {
    deep(0);
    return *kept;
}
