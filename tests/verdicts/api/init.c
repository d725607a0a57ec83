// State that is set up by a function, called first.
// verdict: proved
// slow: others of its kind are run at every change
// api: all
// api-init: set_up
// strategy: dash
#include <assert.h>

static int low, high;

void set_up(int from, int to)
{
    if (from > to)
        from = to;
    low = from;
    high = to;
}

void narrow(int to)
{
    if (to >= low && to < high)
        high = to;
}

void check(void)
{
    assert(low <= high);
}
