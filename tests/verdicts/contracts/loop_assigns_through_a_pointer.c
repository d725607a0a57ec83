// The variable is written by another name.
// verdict: unknown
// slow
// function: count
// strategy: bounded
// open: what the loop writes is named in its assigns clause: i
// reason: only the executor sees what is written
#include "dovetail.h"

int count(int n)
{
    dovetail_requires(0 <= n && n <= 3);
    int i = 0, seen = 0, *alias = &seen;
    while (i < n) {
        dovetail_assigns(i);
        *alias = n;
        i++;
    }
    return seen;
}
