// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
int main(void) {
    int *p;
    for (int i = 0; i < 1; i++)
        p = &i;
    return *p;
}
