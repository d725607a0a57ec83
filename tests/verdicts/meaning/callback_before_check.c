// A function from outside returns what the check excludes.
// verdict: violated
// strategy: dash
// function: f
#include <assert.h>
int f(int (*cb)(int), int x)
{
    int r = cb(x);
    assert(r == 0);
    return r;
}
