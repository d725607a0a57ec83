// strategy: auto
// verdict: violated
// properties: valid-memsafety
extern int __VERIFIER_nondet_int(void);

/* As it should be, but for one. */
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100)
        n = 1;
    char *s = __builtin_alloca(n);
    s[n - 1] = 0;
    char *p = s;
    do
        p++;
    while (*p != 0);
    return 0;
}
