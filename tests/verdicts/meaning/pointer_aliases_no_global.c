// A caller could hand in the address of the global, and Dovetail never does.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// function: add
// reason: proved only within bounds
#include <assert.h>
static int total;
int add(int *number)
{
    total = 1;
    if (number)
        *number = 2;
    assert(total == 1);
    return total;
}
int *of_total(void) { return &total; }
