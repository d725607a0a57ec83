// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
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
