// strategy: auto
// verdict: violated
// properties: valid-memsafety
int main(void) {
    int *p = 0;
again:
    if (p)
        return *p;
    {
        int x = 1;
        p = &x;
        goto again;
    }
}
