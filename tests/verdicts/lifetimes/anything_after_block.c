// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// At one time the machine finds the old value there, at another something else.
extern void reach_error(void);

int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
    }
    if (*p != 1)
        reach_error();
    return 0;
}
