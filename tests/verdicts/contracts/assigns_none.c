// Without a clause nothing may be written.
// verdict: unknown
// slow
// function: put
// strategy: bounded
// open: what 'put' writes is named in its assigns clauses
#include "dovetail.h"

void put(int *place, int value)
{
    dovetail_requires(dovetail_fresh(place, sizeof *place));
    dovetail_ensures(*place == value);
    *place = value;
}
