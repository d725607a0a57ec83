// The code says nothing of contracts; a file beside it does.
// verdict: proved
// function: clamp
// contracts: clamp.h
// strategy: bounded

int clamp(int x, int low, int high)
{
    if (x < low)
        return low;
    return x > high ? high : x;
}
