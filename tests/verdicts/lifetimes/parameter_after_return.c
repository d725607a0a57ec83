// strategy: auto
// verdict: violated
// properties: valid-memsafety
static int *where(int x) {
    int *p = &x;
    return p;
}

int main(void) {
    return *where(3);
}
