// strategy: auto
// verdict: violated
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
