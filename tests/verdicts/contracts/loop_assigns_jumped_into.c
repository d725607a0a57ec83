// Nobody has been where it is kept what the loop may write.
// verdict: unknown
// slow
// function: fill
// strategy: bounded
// reason: may be used although a jump went around its declaration
#include "dovetail.h"

int places[4];

void fill(int n, int k)
{
    dovetail_requires(0 <= n && n <= 4);
    dovetail_assigns(dovetail_object(places));
    int i = 0, *p = places;
    if (k == 2)
        goto in;
    while (i < n) {
        dovetail_assigns(i, p, *p);
    in:
        *p = 2;
        i++;
    }
}
