// The old value is lost.
// verdict: violated
// kind: postcondition
// slow
// function: swap
// strategy: bounded
// open: the postcondition of 'swap' holds: * a == __CPROVER_old ( * b )
#include "dovetail.h"

void swap(int *a, int *b)
{
    dovetail_requires(dovetail_fresh(a, sizeof *a));
    dovetail_requires(dovetail_fresh(b, sizeof *b));
    dovetail_assigns(*a, *b);
    dovetail_ensures(*a == dovetail_old(*b) && *b == dovetail_old(*a));
    *a = *b;
    *b = *a;
}
