// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// At one time the machine finds the old value there, at another something else.
extern void reach_error(void);

static int *where(void) {
    int x = 1, *p = &x;
    return p;
}

int main(void) {
    if (*where() != 1)
        reach_error();
    return 0;
}
