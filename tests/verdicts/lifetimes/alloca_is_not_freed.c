// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
void free(void *);

int main(void) {
    int *p = __builtin_alloca(4);
    free(p);
    return 0;
}
