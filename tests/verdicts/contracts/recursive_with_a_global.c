// What holds of the first call does not hold of the next one, which finds another `depth`.
// verdict: violated
// function: f
// strategy: auto
#include "dovetail.h"

int depth = 0;

int f(int n)
{
    dovetail_requires(n >= 0);
    dovetail_assigns(depth);
    dovetail_ensures(dovetail_result == 0);
    if (depth == 0) {
        depth = 1;
        return n > 0 ? f(n - 1) : 0;
    }
    return 1;
}
