// strategy: bounded
// verdict: unknown
// properties: unreach-call
// The variable has the name of one of the library's functions, and holds one that keeps what it is given.
extern void reach_error(void);
int *kept;

static void keep(void *p) {
    kept = p;
}

static void each(void (*free)(void *)) {
    int x = 3;
    free(&x);
}

int main(void) {
    each(keep);
    if (*kept != 3)
        reach_error();
    return 0;
}
