// What stands behind the loop is none of it, though one comes there from within.
// verdict: proved
// slow
// function: find
// strategy: bounded
// properties: unreach-call
#include "dovetail.h"

int find(int n)
{
    dovetail_requires(0 <= n && n <= 3);
    int i = 0, found = 0;
    while (i < n) {
        dovetail_assigns(i);
        if (i == 2)
            goto out;
        i++;
    }
    return found;
out:
    found = 1;
    return found;
}
