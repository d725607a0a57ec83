// A measure, and an invariant over a product.
// verdict: proved
// kind: measure
// slow
// function: log
// strategy: elements
// seconds: 150
#include "dovetail.h"

unsigned log(unsigned n)
{
    dovetail_requires(n > 0);
    dovetail_ensures(dovetail_result < 32);
    unsigned r = 0;
    while (n > 1) {
        dovetail_invariant(n > 0 && r < 32 && n <= (0xffffffffu >> r));
        dovetail_decreases(n);
        n /= 2;
        r++;
    }
    return r;
}
