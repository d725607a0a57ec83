// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
void free(void *);

int main(void) {
    char *p = malloc(0);
    *p = 1;
    free(p);
    return 0;
}
