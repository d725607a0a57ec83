// It does not hold when the loop is come to.
// verdict: violated
// kind: invariant
// slow
// function: count
// strategy: bounded
// open: the loop invariant holds at every iteration: i > 0
#include "dovetail.h"

int count(int n)
{
    dovetail_requires(0 <= n && n <= 5);
    int i = 0;
    while (i < n) {
        dovetail_invariant(i > 0);
        i++;
    }
    return i;
}
