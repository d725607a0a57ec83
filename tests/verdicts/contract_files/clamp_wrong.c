// What the file promises does not hold.
// verdict: violated
// function: clamp
// contracts: clamp.h
// strategy: bounded
// open: the postcondition of 'clamp' holds: low <= __CPROVER_return_value && __CPROVER_return_value <= high

int clamp(int x, int low, int high)
{
    if (x < low)
        return low;
    return x > low + 1 ? x : high;
}
