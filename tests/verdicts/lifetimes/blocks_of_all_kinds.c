// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
void free(void *);
void *aligned_alloc(size_t, size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
int posix_memalign(void **, size_t, size_t);
extern int __VERIFIER_nondet_int(void);


int main(void) {
    int n = __VERIFIER_nondet_int();
    void *q;
    char *p = aligned_alloc(64, 128);
    p[127] = 1;
    free(p);
    if (posix_memalign(&q, 64, 64))
        return 0;
    ((char *)q)[63] = 1;
    free(realloc(q, 8));
    p = calloc((size_t)-1 / 2, 4); /* too much */
    if (p)
        p[0] = 1;
    free(p);
    if (n < 0 || n > 2)
        return 0;
    p = malloc(n);
    for (int i = 0; i < n; i++)
        p[i] = i;
    free(p);
    return 0;
}
