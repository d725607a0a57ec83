// One that is a string is one for the callee, too.
// verdict: proved
// function: caller
// strategy: bounded
// properties: unreach-call, valid-deref
#include "dovetail.h"

int first(const char *s)
{
    dovetail_requires(dovetail_string(s));
    dovetail_ensures(dovetail_result == s[0]);
    return s[0];
}

int caller(const char *s)
{
    dovetail_requires(dovetail_string(s));
    dovetail_ensures(dovetail_result == s[0]);
    return first(s);
}
