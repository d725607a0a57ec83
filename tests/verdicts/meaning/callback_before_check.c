// A function from outside returns what the check excludes.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: dash
// function: f
#include <assert.h>
int f(int (*cb)(int), int x)
{
    int r = cb(x);
    assert(r == 0);
    return r;
}
