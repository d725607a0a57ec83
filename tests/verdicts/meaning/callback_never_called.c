// What is not used restricts nothing.
// verdict: proved
// strategy: dash
// function: f
#include <assert.h>
int f(int (*cb)(int), int x)
{
    int y = x & 1;
    assert(y < 2);
    return y;
}
