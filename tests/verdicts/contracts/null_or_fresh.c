// A pointer may be null, and is looked at.
// verdict: proved
// function: get
// strategy: bounded
// properties: unreach-call, valid-deref
#include "dovetail.h"

int get(const int *place)
{
    dovetail_requires(place == 0 || dovetail_fresh(place, sizeof *place));
    dovetail_ensures(place != 0 || dovetail_result == 0);
    return place ? *place : 0;
}
