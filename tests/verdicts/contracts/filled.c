// An array of any size up to a thousand, by the invariants that are given.
// verdict: proved
// kind: invariant
// slow
// function: fill
// strategy: elements
// seconds: 150
// properties: unreach-call, valid-deref
#include "dovetail.h"

void fill(short *a, unsigned n)
{
    dovetail_requires(n <= 1000);
    dovetail_requires(dovetail_fresh(a, n * sizeof *a));
    dovetail_assigns(dovetail_object(a));
    dovetail_ensures(dovetail_forall(k, 0, n, a[k] == 7));
    unsigned i;
    for (i = 0; i < n; i++) {
        dovetail_invariant(i <= n);
        dovetail_invariant(dovetail_forall(k, 0, i, a[k] == 7));
        dovetail_decreases(n - i);
        a[i] = 7;
    }
}
