// The caller does not keep what it calls from being handed a negative number.
// verdict: violated
// kind: precondition
// slow
// function: average
// strategy: bounded
// open: the precondition of 'halved' holds where it is called: x >= 0
#include "dovetail.h"

int halved(int x)
{
    dovetail_requires(x >= 0);
    dovetail_ensures(dovetail_result >= 0 && dovetail_result <= x);
    return x / 2;
}

int average(int a, int b)
{
    dovetail_requires(a <= 1000 && -1000 <= a && 0 <= b && b <= 900);
    return halved(a + b);
}
