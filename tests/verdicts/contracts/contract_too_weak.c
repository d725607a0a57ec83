// The body of the callee does what is needed; its contract does not say so.
// verdict: unknown
// kind: callee
// slow
// function: twice
// strategy: bounded
// open: the postcondition of 'twice' holds: __CPROVER_return_value == x + 1
// reason: it rests on what the contract of 'next' allows
#include "dovetail.h"

int next(int x)
{
    dovetail_requires(x < 1000);
    dovetail_ensures(dovetail_result > x);
    return x + 1;
}

int twice(int x)
{
    dovetail_requires(x < 10 && x > -10);
    dovetail_ensures(dovetail_result == x + 1);
    return next(x);
}
