// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
int main(void) {
    int *p = 0, i = 0;
    while (i < 1)
        p = (int[]){i++};
    return *p;
}
