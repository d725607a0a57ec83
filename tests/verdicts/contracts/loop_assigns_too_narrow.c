// The last element is not among what the loop names; the function may write it.
// verdict: unknown
// slow
// function: fill
// strategy: bounded
// properties: unreach-call
// open: what the loop writes is named in its assigns clause
// reason: only the executor sees what is written
#include "dovetail.h"

void fill(int *places)
{
    dovetail_requires(dovetail_fresh(places, 4 * sizeof *places));
    dovetail_assigns(dovetail_object(places));
    for (int i = 0; i < 4; i++) {
        dovetail_assigns(dovetail_range(places, 3 * sizeof *places));
        places[i] = 0;
    }
}
