// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
int main(void) {
    int n = 2, *p = 0;
again:
    if (p)
        return *p;
    int v[n];
    v[0] = 1;
    p = v;
    goto again;
}
