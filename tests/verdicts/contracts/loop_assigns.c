// All that the loop writes is named, but for what is declared in it, in its head and in its body.
// verdict: proved
// kind: loop-assigns
// function: fill
// strategy: elements
// properties: unreach-call, valid-deref
#include "dovetail.h"

void fill(int *places, size_t n)
{
    dovetail_requires(n <= 1000 && dovetail_fresh(places, n * sizeof *places));
    dovetail_assigns(dovetail_range(places, n * sizeof *places));
    for (size_t i = 0; i < n; i++) {
        dovetail_assigns(dovetail_range(places, n * sizeof *places));
        dovetail_invariant(i <= n);
        int pair[2];
        pair[1] = 3;
        places[i] = pair[1];
    }
}
