// strategy: auto
// verdict: unknown
// slow
// At one time the machine finds the old value there, at another something else.
extern void reach_error(void);

static int *made(void) {
    int *p = __builtin_alloca(4);
    *p = 3;
    return p;
}

int main(void) {
    if (*made() != 3)
        reach_error();
    return 0;
}
