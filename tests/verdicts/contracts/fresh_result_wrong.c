// The result was there before.
// verdict: violated
// slow
// function: box
// strategy: bounded
#include "dovetail.h"

int *box(int *from)
{
    dovetail_requires(dovetail_fresh(from, sizeof *from));
    dovetail_ensures(dovetail_fresh(dovetail_result, sizeof(int)));
    return from;
}
