// There is an element.
// verdict: proved
// slow
// function: mark
// strategy: bounded
// seconds: 150
// properties: unreach-call, valid-deref
#include "dovetail.h"

void mark(int *a, unsigned n, unsigned i)
{
    dovetail_requires(n < 100 && i < n);
    dovetail_requires(dovetail_fresh(a, n * sizeof *a));
    dovetail_assigns(dovetail_object(a));
    dovetail_ensures(dovetail_exists(k, 0, n, a[k] == 3));
    a[i] = 3;
}
