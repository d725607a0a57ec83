// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety
static int *same(int *p) {
    return p;
}

static int deep(int n) {
    int *p = __builtin_alloca(4);
    *p = n;
    if (n <= 0)
        return *p;
    return deep(n - 1) + *p;
}

int main(void) {
    int *p[3], *q, *r = same(__builtin_alloca(8));
    for (int i = 0; i < 3; i++) { /* three objects, and no block ends them */
        p[i] = __builtin_alloca(4);
        *p[i] = i;
    }
    {
        q = __builtin_alloca(4);
        *q = 3;
    }
    r[1] = deep(1);
    return *p[0] + *p[2] + *q + r[1];
}
