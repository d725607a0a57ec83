// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety
extern int __VERIFIER_nondet_int(void);


static int last(int n) {
    int v[n];
    v[n - 1] = 3;
    return v[n - 1];
}

int main(void) {
    int sum = last(2), n = 1, m = __VERIFIER_nondet_int();
    for (int i = 1; i < 3; i++) {
        int v[i];
        v[0] = i;
        sum += v[i - 1] > 5;
    }
again:;
    int w[n];
    w[n - 1] = n;
    sum += w[n - 1];
    if (++n < 3)
        goto again;
    if (m < 0 || m > 1)
        return 0;
    int some[m];
    for (int i = 0; i < m; i++)
        some[i] = i;
    return sum;
}
