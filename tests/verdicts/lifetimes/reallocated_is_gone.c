// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
void free(void *);
void *realloc(void *, size_t);

int main(void) {
    char *p = malloc(4), *q = realloc(p, 8);
    q[7] = 1;
    p[0] = 1;
    free(q);
    return 0;
}
