// The first element is left out: the invariant does not hold after an iteration.
// verdict: violated
// slow
// function: fill
// strategy: bounded
// open: the loop invariant holds at every iteration
#include "dovetail.h"

void fill(short *a, unsigned n)
{
    dovetail_requires(n <= 10);
    dovetail_requires(dovetail_fresh(a, n * sizeof *a));
    dovetail_assigns(dovetail_object(a));
    unsigned i;
    for (i = 0; i < n; i++) {
        dovetail_invariant(dovetail_forall(k, 0, i, a[k] == 7));
        if (i > 0)
            a[i] = 7;
    }
}
