// A variable of the function that the loop writes, and does not name.
// verdict: unknown
// kind: loop-assigns
// function: count
// strategy: bounded
// open: what the loop writes is named in its assigns clause: i
// reason: only the executor sees what is written
#include "dovetail.h"

int count(int n)
{
    dovetail_requires(0 <= n && n <= 5);
    int i = 0, seen = 0;
    while (i < n) {
        dovetail_assigns(i);
        seen++;
        i++;
    }
    return seen;
}
