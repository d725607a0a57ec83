// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
void *alloca(__SIZE_TYPE__);

static int *made(void) {
    int *p = alloca(sizeof(int));
    *p = 3;
    return p;
}

int main(void) {
    return *made();
}
