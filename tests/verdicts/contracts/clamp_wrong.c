// The order of the two comparisons matters if low > high; nothing excludes that.
// verdict: violated
// function: clamp
// strategy: bounded
// open: the postcondition of 'clamp' holds: low <=
#include "dovetail.h"

int clamp(int x, int low, int high)
{
    dovetail_ensures(low <= dovetail_result && dovetail_result <= high);
    if (x < low)
        return low;
    return x > high ? high : x;
}
