// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
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
