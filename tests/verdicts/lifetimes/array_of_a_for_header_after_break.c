// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
int main(void) {
    int *p = 0;
    for (int a[2] = {0, 1}, i = 0;; i++) {
        p = &a[i];
        if (i == 1)
            break;
    }
    return *p;
}
