// The block has fewer bytes.
// verdict: violated
// slow
// function: box
// strategy: bounded
#include "dovetail.h"
#include <stdlib.h>

char *box(int n)
{
    dovetail_requires(n > 0 && n < 100);
    dovetail_ensures(dovetail_fresh(dovetail_result, n));
    return malloc(n - 1);
}
