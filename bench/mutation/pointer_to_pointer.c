// verdict: proved
// inputs: 0..15 0..1
// One step further away.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 15, y = 30;
    int *p = &x, **pp = &p;
    if (__VERIFIER_nondet_int() & 1)
        *pp = &y;
    **pp += 1;
    if (*p != x && *p != y)
        reach_error();
    if (x > 16 || y > 31)
        reach_error();
    return 0;
}
