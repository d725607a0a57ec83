// Behind a call through a pointer that we have made null nothing is left, the check neither.
// verdict: unknown
// strategy: dash
// function: f
// accept-bounds: yes
// reason: made null
#include <assert.h>
int f(int (*cb)(int), int x)
{
    int r = cb(x);
    assert(r == 0);
    return r;
}
