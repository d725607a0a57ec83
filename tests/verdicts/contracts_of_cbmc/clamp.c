// A postcondition that holds.
// verdict: proved
// function: clamp
// strategy: bounded
int clamp(int x, int low, int high)
    __CPROVER_requires(low <= high)
    __CPROVER_ensures(low <= __CPROVER_return_value && __CPROVER_return_value <= high)
    __CPROVER_ensures((low <= x && x <= high) ==> __CPROVER_return_value == x)
{
    if (x < low)
        return low;
    return x > high ? high : x;
}
