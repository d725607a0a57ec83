// A range, a global, and what is its own.
// verdict: proved
// kind: assigns
// slow
// accept-bounds: yes
// function: put
// strategy: bounded
// properties: unreach-call, valid-deref
#include "dovetail.h"

int writes;

void put(int *places, int value)
{
    dovetail_requires(dovetail_fresh(places, 4 * sizeof *places));
    dovetail_assigns(dovetail_range(places, 2 * sizeof *places), writes);
    dovetail_ensures(places[1] == value && places[3] == dovetail_old(places[3]));
    int own[2];
    own[1] = value;
    places[1] = own[1];
    writes = 1;
}
