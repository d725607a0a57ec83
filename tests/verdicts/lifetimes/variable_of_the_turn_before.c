// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// properties: valid-memsafety
// The machine has the new one at the same place: it cannot confirm this.
int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (p)
            return *p;
        p = &x;
    }
    return 0;
}
