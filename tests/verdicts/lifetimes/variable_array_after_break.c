// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
int main(void) {
    int *p = 0;
    for (int i = 1;; i++) {
        int v[i];
        v[0] = 0;
        p = v;
        if (i == 2)
            break;
    }
    return p[0];
}
