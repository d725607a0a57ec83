// What a callee may write by its contract is written by its caller.
// verdict: unknown
// slow
// function: both
// strategy: bounded
// open: what 'both' writes is named in its assigns clauses
#include "dovetail.h"

void put(int *place, int value)
{
    dovetail_requires(dovetail_fresh(place, sizeof *place));
    dovetail_assigns(*place);
    dovetail_ensures(*place == value);
    *place = value;
}

void both(int *a, int *b)
{
    dovetail_requires(dovetail_fresh(a, sizeof *a));
    dovetail_requires(dovetail_fresh(b, sizeof *b));
    dovetail_assigns(*a);
    put(a, 1);
    put(b, 2);
}
