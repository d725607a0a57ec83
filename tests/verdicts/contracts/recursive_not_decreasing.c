// The measure stays the same.
// verdict: violated
// kind: call-measure
// function: same
// strategy: bounded
// open: where 'same' calls itself the measure is smaller, and was not negative: n
#include "dovetail.h"

int same(int n)
{
    dovetail_ensures(dovetail_result == 7);
    dovetail_decreases(n);
    return n > 5 ? same(n) : 7;
}
