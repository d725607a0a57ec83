// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
typedef __SIZE_TYPE__ size_t;
void *aligned_alloc(size_t, size_t);
void free(void *);

int main(void) {
    char *p = aligned_alloc(64, 64);
    p[64] = 1;
    free(p);
    return 0;
}
