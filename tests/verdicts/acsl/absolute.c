// Integers of mathematics: the negative of the least int is not asked for.
// verdict: proved
// function: absolute
// strategy: bounded

#include <limits.h>
/*@ requires x > INT_MIN;
    assigns \nothing;
    ensures \result >= 0 && (\result == x || \result == -x); */
int absolute(int x)
{
    return x < 0 ? -x : x;
}
