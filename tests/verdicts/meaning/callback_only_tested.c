// A callback need not be null.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: dash
// function: f
#include <assert.h>
int f(int (*cb)(int), int x)
{
    int called = 0;
    if (cb)
        called = 1;
    assert(called == 0);
    return called;
}
