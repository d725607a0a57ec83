// What the inner loop may write the outer one has not named.
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
    int i = 0, seen = 0;
    while (i < n) {
        dovetail_assigns(i);
        for (int j = 0; j < n; j++) {
            dovetail_assigns(seen);
            seen++;
        }
        i++;
    }
    return seen;
}
