// One element behind the end.
// verdict: violated
// slow
// function: last
// strategy: bounded
// properties: unreach-call, valid-deref
// open: the memory accessed is valid
#include "dovetail.h"

int last(const int *a, unsigned n)
{
    dovetail_requires(n > 0 && n < 100);
    dovetail_requires(dovetail_fresh(a, n * sizeof *a));
    return a[n];
}
