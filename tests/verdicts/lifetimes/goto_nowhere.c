// strategy: auto
// verdict: unknown
// properties: valid-memsafety
int main(void) {
    void *where = &&here;
    if (!where) {
    here:
        return 0;
    }
    where = 0;
    goto *where;
}
