// It holds at first, and not later.
// verdict: violated
// kind: invariant
// slow
// function: count
// strategy: bounded
// open: the loop invariant holds at every iteration: i < n
#include "dovetail.h"

int count(int n)
{
    dovetail_requires(1 <= n && n <= 10);
    int i = 0;
    while (i < n) {
        dovetail_invariant(i < n);
        i++;
    }
    return i;
}
