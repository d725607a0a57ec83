// Its own precondition does not hold where it calls itself.
// verdict: violated
// slow
// function: halved
// strategy: bounded
// open: the precondition of 'halved' holds where it is called: n >= 0
#include "dovetail.h"

int halved(int n)
{
    dovetail_requires(n >= 0);
    dovetail_ensures(dovetail_result >= 0);
    return n == 0 ? 0 : halved(n - 2);
}
