// The place is what it was when the loop was entered, not where the pointer has come to.
// verdict: unknown
// slow
// function: fill
// strategy: bounded
// open: what the loop writes is named in its assigns clause
// reason: only the executor sees what is written
#include "dovetail.h"

void fill(int *places)
{
    dovetail_requires(dovetail_fresh(places, 4 * sizeof *places));
    dovetail_assigns(dovetail_object(places));
    int *at = places;
    while (at < places + 4) {
        dovetail_assigns(at, *at);
        *at = 0;
        at++;
    }
}
