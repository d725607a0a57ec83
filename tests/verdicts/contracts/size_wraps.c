// The number of bytes of so many elements wraps around to none: nothing is there then.
// verdict: violated
// function: first
// strategy: bounded
// properties: valid-deref
#include "dovetail.h"

int first(const int *p, size_t n)
{
    dovetail_requires(n > 0);
    dovetail_requires(dovetail_readable(p, n * sizeof *p));
    return p[0];
}
