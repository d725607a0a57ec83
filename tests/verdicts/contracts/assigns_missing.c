// A global is written that no clause names. No machine knows of that.
// verdict: unknown
// kind: assigns
// slow
// function: put
// strategy: bounded
// open: what 'put' writes is named in its assigns clauses: * place
// reason: only the executor sees what is written
#include "dovetail.h"

int writes;

void put(int *place, int value)
{
    dovetail_requires(dovetail_fresh(place, sizeof *place));
    dovetail_assigns(*place);
    dovetail_ensures(*place == value);
    *place = value;
    writes = value;
}
