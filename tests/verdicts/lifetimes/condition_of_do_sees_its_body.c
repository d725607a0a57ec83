// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
int main(void) {
    int *p = 0;
    do {
        int x = 3;
        p = &x;
    } while (*p == 4);
    return 0;
}
