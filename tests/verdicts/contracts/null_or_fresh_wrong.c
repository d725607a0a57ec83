// A pointer may be null, and nobody looks.
// verdict: violated
// slow
// function: get
// strategy: bounded
// properties: unreach-call, valid-deref
// open: the memory accessed is valid
#include "dovetail.h"

int get(const int *place)
{
    dovetail_requires(place == 0 || dovetail_fresh(place, sizeof *place));
    return *place;
}
