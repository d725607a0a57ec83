// What is readable and what is writable may be the same.
// verdict: violated
// slow
// function: copy
// strategy: bounded
// open: the postcondition of 'copy' holds
#include "dovetail.h"

int copy(int *to, const int *from)
{
    dovetail_requires(dovetail_writable(to, sizeof *to));
    dovetail_requires(dovetail_readable(from, sizeof *from));
    dovetail_assigns(*to);
    dovetail_ensures(dovetail_result == dovetail_old(*from));
    *to = 5;
    return *from;
}
