// Every third iteration leaves the measure as it is.
// verdict: violated
// kind: measure
// slow
// function: count
// strategy: bounded
// open: every iteration makes the measure smaller: n - i
#include "dovetail.h"

int count(unsigned n)
{
    dovetail_requires(n <= 5);
    unsigned i = 0, rounds = 0;
    while (i < n) {
        dovetail_invariant(i <= n);
        dovetail_decreases(n - i);
        if (++rounds % 3 != 0)
            i++;
    }
    return 0;
}
