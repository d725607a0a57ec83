// A global is written that no clause names. No machine knows of that.
// verdict: unknown
// kind: assigns
// slow
// function: put
// strategy: bounded
// open: what 'put' writes is named in its assigns clauses: * place
// reason: only the executor sees what is written
int writes;

void put(int *place, int value)
    __CPROVER_requires(__CPROVER_is_fresh(place, sizeof *place))
    __CPROVER_assigns(*place)
    __CPROVER_ensures(*place == value)
{
    *place = value;
    writes = value;
}
