// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 8) return 0;
    int a[800], v[n], b[800];
    a[0] = b[0] = v[0] = 0;
    v[n + 400] = 1;
    v[n - 400] = 1;
    return 0;
}
