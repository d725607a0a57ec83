// Four bytes need not have a zero among them.
// verdict: violated
// function: caller
// strategy: bounded
// open: the precondition of 'first' holds where it is called: __CPROVER_dovetail_string ( s )
#include "dovetail.h"

int first(const char *s)
{
    dovetail_requires(dovetail_string(s));
    dovetail_ensures(dovetail_result == s[0]);
    return s[0];
}

int caller(const char *s)
{
    dovetail_requires(dovetail_readable(s, 4));
    return first(s);
}
