// The measure stays the same.
// verdict: violated
// function: same
// strategy: bounded
// open: where 'same' calls itself the measure is smaller
#include "dovetail.h"

int same(int n)
{
    dovetail_ensures(dovetail_result == 7);
    dovetail_decreases(n);
    return n > 5 ? same(n) : 7;
}
