// A string of any length has a zero, and nothing behind it is read.
// verdict: proved
// slow
// function: has
// strategy: elements
// properties: valid-deref
#include "dovetail.h"

int has(const char *s, char c)
{
    dovetail_requires(dovetail_string(s));
    for (; *s; s++)
        if (*s == c)
            return 1;
    return 0;
}
