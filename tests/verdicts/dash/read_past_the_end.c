// verdict: unknown
// What stands behind `small` is nobody's business; a proof must not rest on it being zero, nor on the read being refused.
extern void reach_error(void);

int main(void) {
    char small = 50;
    void *p = &small;
    unsigned *wide = p;
    if (*wide != 50)
        reach_error();
    return 0;
}
