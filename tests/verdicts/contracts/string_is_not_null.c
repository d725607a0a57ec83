// Null is no string.
// verdict: violated
// function: caller
// strategy: bounded
// open: the precondition of 'first' holds
#include "dovetail.h"

int first(const char *s)
{
    dovetail_requires(dovetail_string(s));
    return s[0];
}

int caller(int n)
{
    dovetail_requires(n > 0);
    return first(0) + n;
}
