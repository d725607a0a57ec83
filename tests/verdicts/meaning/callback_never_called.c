// What is not used restricts nothing.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
// function: f
#include <assert.h>
int f(int (*cb)(int), int x)
{
    int y = x & 1;
    assert(y < 2);
    return y;
}
