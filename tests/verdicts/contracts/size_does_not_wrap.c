// With so few elements that their bytes have a number, the first is there.
// verdict: proved
// function: first
// strategy: bounded
// properties: valid-deref
#include "dovetail.h"

int first(const int *p, size_t n)
{
    dovetail_requires(n > 0 && n <= (size_t)-1 / sizeof *p);
    dovetail_requires(dovetail_readable(p, n * sizeof *p));
    return p[0];
}
