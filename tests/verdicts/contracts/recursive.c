// It calls itself by its contract.
// verdict: proved
// kind: call-measure
// function: sum
// strategy: outright
#include "dovetail.h"

unsigned sum(unsigned n)
{
    dovetail_requires(n <= 1000);
    dovetail_ensures(dovetail_result == n * (n + 1) / 2);
    dovetail_decreases(n);
    if (n == 0)
        return 0;
    return n + sum(n - 1);
}
