// property: valid-memsafety
// inputs: 4
// end: violation invalid-deref line 12

extern int __VERIFIER_nondet_int(void);

static int spread(int n) {
    int seen[n];
    for (int i = 0; i < n; i++)
        seen[i] = 0;
    for (int i = 0; i < n; i++)
        seen[i * i % (n + 1)]++;
    return seen[0];
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    return n > 0 && n < 20 ? spread(n) : 0;
}
