// verdict: proved
// inputs: 0..15 0..1
// Two names of two things.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 15, y = 20, z = 0;
    int *p = &x, *q = __VERIFIER_nondet_int() & 1 ? &z : &y;
    *p = 5;
    *q = 6;
    if (*p != 5 || y + z < 6)
        reach_error();
    return 0;
}
