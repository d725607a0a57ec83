// The order of the two comparisons matters if low > high; nothing excludes that.
// verdict: violated
// function: clamp
// strategy: bounded
// open: the postcondition of 'clamp' holds: low <=
int clamp(int x, int low, int high)
    __CPROVER_ensures(low <= __CPROVER_return_value && __CPROVER_return_value <= high)
{
    if (x < low)
        return low;
    return x > high ? high : x;
}
