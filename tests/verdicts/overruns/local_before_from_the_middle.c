// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
int main(void) {
    int a[4];
    int *p = &a[2];
    p[-3] = 0;
    return 0;
}
