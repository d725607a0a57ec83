// What was there before, by old.
// verdict: proved
// kind: postcondition
// slow
// function: swap
// strategy: bounded
// properties: unreach-call, valid-deref
#include "dovetail.h"

void swap(int *a, int *b)
{
    dovetail_requires(dovetail_fresh(a, sizeof *a));
    dovetail_requires(dovetail_fresh(b, sizeof *b));
    dovetail_assigns(*a, *b);
    dovetail_ensures(*a == dovetail_old(*b) && *b == dovetail_old(*a));
    int kept = *a;
    *a = *b;
    *b = kept;
}
