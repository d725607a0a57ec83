// A postcondition that holds.
// verdict: proved
// function: clamp
// strategy: bounded
#include "dovetail.h"

int clamp(int x, int low, int high)
{
    dovetail_requires(low <= high);
    dovetail_ensures(low <= dovetail_result && dovetail_result <= high);
    dovetail_ensures(!(low <= x && x <= high) || dovetail_result == x);
    if (x < low)
        return low;
    return x > high ? high : x;
}
