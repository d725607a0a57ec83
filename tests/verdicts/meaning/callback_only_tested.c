// It is always null, and it matters that it could be another.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// function: f
// reason: a pointer to a function
#include <assert.h>
int f(int (*cb)(int), int x)
{
    int called = 0;
    if (cb)
        called = 1;
    assert(called == 0);
    return called;
}
