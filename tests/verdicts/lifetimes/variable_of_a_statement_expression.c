// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
int main(void) {
    int *p, once = 0;
    while (({ int x = once; p = &x; x < 1; }))
        once++;
    return *p;
}
