// strategy: auto
// verdict: proved
// properties: valid-memsafety
int main(void) {
    void *where = &&out;
    int y = 2, *p = &y;
    {
        int x = 1;
        p = &x;
        y += *p;
        p = &y;
        goto *where;
    }
out:
    return *p;
}
