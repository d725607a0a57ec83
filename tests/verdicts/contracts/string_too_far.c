// What is behind the zero need not be there.
// verdict: violated
// function: second
// strategy: bounded
// properties: valid-deref
#include "dovetail.h"

int second(const char *s)
{
    dovetail_requires(dovetail_string(s));
    return s[1];
}
