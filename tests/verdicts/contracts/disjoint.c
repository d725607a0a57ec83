// What is readable and what is writable lie apart: the clause says so.
// verdict: proved
// slow
// function: copy
// strategy: bounded
#include "dovetail.h"

int copy(int *to, const int *from)
{
    dovetail_requires(dovetail_writable(to, sizeof *to));
    dovetail_requires(dovetail_readable(from, sizeof *from));
    dovetail_requires(dovetail_disjoint(to, sizeof *to, from, sizeof *from));
    dovetail_assigns(*to);
    dovetail_ensures(dovetail_result == dovetail_old(*from));
    *to = 5;
    return *from;
}
