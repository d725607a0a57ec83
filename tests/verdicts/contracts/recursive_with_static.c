// What it keeps from call to call no contract could name: its code is followed, and what it writes there is open.
// verdict: unknown
// slow
// function: kept
// strategy: bounded
// open: what 'kept' writes is named in its assigns clauses
// reason: only the executor sees what is written
#include "dovetail.h"

int kept(int n)
{
    dovetail_requires(n >= 0 && n < 3);
    dovetail_ensures(dovetail_result == 1);
    static int depth;
    depth++;
    int before = depth;
    if (n > 0)
        kept(n - 1);
    return depth == before;
}
