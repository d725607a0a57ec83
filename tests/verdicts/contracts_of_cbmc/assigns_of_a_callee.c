// What a callee may write by its contract is written by its caller.
// verdict: unknown
// slow
// function: both
// strategy: bounded
// open: what 'both' writes is named in its assigns clauses
void put(int *place, int value)
    __CPROVER_requires(__CPROVER_is_fresh(place, sizeof *place))
    __CPROVER_assigns(*place)
    __CPROVER_ensures(*place == value)
{
    *place = value;
}

void both(int *a, int *b)
    __CPROVER_requires(__CPROVER_is_fresh(a, sizeof *a))
    __CPROVER_requires(__CPROVER_is_fresh(b, sizeof *b))
    __CPROVER_assigns(*a)
{
    put(a, 1);
    put(b, 2);
}
