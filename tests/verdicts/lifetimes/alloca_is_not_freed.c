// strategy: auto
// verdict: violated
// properties: valid-memsafety
void free(void *);

int main(void) {
    int *p = __builtin_alloca(4);
    free(p);
    return 0;
}
