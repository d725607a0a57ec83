// strategy: auto
// verdict: violated
// properties: valid-memsafety
int main(void) {
    int *p = 0;
    do {
        int x = 3;
        p = &x;
    } while (*p == 4);
    return 0;
}
