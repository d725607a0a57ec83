// One is to be fresh, and the other to be writable: these may be the same place.
// verdict: unknown
// reason: within bounds
// function: both
// strategy: bounded
void both(int *one, int *other)
    __CPROVER_requires(__CPROVER_w_ok(other, sizeof *other))
    __CPROVER_requires(__CPROVER_is_fresh(one, sizeof *one))
    __CPROVER_assigns(*one, *other)
    __CPROVER_ensures(*one == 1)
{
    *one = 1;
    *other = 2;
}
