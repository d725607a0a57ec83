// verdict: violated
// inputs: 0..7
// Not found is null.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int *find(int *a, int n, int key) {
    for (int i = 0; i < n; i++)
        if (a[i] == key)
            return &a[i];
    return 0;
}

int main(void) {
    int a[3] = {2, 4, 6};
    int key = __VERIFIER_nondet_int() & 7;
    int *p = find(a, 3, key);
    if (p == 0)
        reach_error();
    return 0;
}
