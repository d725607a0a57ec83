// No caller can meet such a precondition: what holds behind it is no success.
// verdict: proved
// function: f
// strategy: bounded
#include "dovetail.h"

int f(int x)
{
    dovetail_requires(x > 3);
    dovetail_requires(x < 3);
    dovetail_ensures(dovetail_result == 7);
    return x;
}
