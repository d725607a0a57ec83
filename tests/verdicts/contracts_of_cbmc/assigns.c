// A range, a global, and what is its own.
// verdict: proved
// kind: assigns
// slow
// accept-bounds: yes
// function: put
// strategy: bounded
// properties: unreach-call, valid-deref
int writes;

void put(int *places, int value)
    __CPROVER_requires(__CPROVER_is_fresh(places, 4 * sizeof *places))
    __CPROVER_assigns(__CPROVER_object_upto(places, 2 * sizeof *places), writes)
    __CPROVER_ensures(places[1] == value && places[3] == __CPROVER_old(places[3]))
{
    int own[2];
    own[1] = value;
    places[1] = own[1];
    writes = 1;
}
