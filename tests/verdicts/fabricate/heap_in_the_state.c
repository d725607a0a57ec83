// verdict: proved
// slow: others of its kind are run at every change
// A state at the loop has an object on the heap and one on the stack: what is made up must keep them apart.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);

int main(void) {
    int local = 0, *there = malloc(sizeof(int)), *here = &local;
    *there = 5;
    while (__VERIFIER_nondet_int()) {
        *here = *here + 1;
        if (*here > 3)
            *here = 0;
        if (*there != 5)
            reach_error();
    }
    if (*here > 3)
        reach_error();
    return 0;
}
