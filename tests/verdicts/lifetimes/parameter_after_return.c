// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
static int *where(int x) {
    int *p = &x;
    return p;
}

int main(void) {
    return *where(3);
}
