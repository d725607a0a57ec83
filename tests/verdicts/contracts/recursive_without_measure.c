// Of the function that calls itself with what it was given anything could be shown, if it returns.
// verdict: proved
// slow
// function: same
// strategy: outright
// assumption: no 'decreases' says that it ends
#include "dovetail.h"

int same(int n)
{
    dovetail_ensures(dovetail_result == 7);
    return n > 5 ? same(n) : 7;
}
