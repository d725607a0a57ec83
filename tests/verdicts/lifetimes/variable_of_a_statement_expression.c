// strategy: auto
// verdict: violated
// properties: valid-memsafety
int main(void) {
    int *p, once = 0;
    while (({ int x = once; p = &x; x < 1; }))
        once++;
    return *p;
}
