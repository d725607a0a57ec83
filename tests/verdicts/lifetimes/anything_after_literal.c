// strategy: auto
// verdict: unknown
// slow
// At one time the machine finds the old value there, at another something else.
extern void reach_error(void);

int main(void) {
    int *p;
    {
        p = (int[]){1};
    }
    if (*p != 1)
        reach_error();
    return 0;
}
