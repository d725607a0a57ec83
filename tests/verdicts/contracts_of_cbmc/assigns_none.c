// Without a clause nothing may be written.
// verdict: unknown
// slow
// function: put
// strategy: bounded
// open: what 'put' writes is named in its assigns clauses
void put(int *place, int value)
    __CPROVER_requires(__CPROVER_is_fresh(place, sizeof *place))
    __CPROVER_ensures(*place == value)
{
    *place = value;
}
