// strategy: auto
// verdict: unknown
// slow
// properties: valid-memsafety
// The machine has the new one at the same place: it cannot confirm this.
int main(void) {
    int *old = 0;
    for (int i = 0; i < 2; i++) {
        int *p = (int[]){i};
        if (old)
            return *old;
        old = p;
    }
    return 0;
}
