// A callee by its contract: its precondition holds at the call, and its postcondition is enough.
// verdict: proved
// kind: precondition, callee
// slow
// function: average
// strategy: bounded
// assumption: 'halved' is taken to do what its contract says
#include "dovetail.h"

int halved(int x)
{
    dovetail_requires(x >= 0);
    dovetail_ensures(dovetail_result >= 0 && dovetail_result <= x);
    return x / 2;
}

int average(int a, int b)
{
    dovetail_requires(0 <= a && a <= 1000 && 0 <= b && b <= 1000);
    dovetail_ensures(0 <= dovetail_result && dovetail_result <= 2000);
    return halved(a + b);
}
