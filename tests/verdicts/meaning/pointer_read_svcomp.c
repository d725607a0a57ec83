// No convention says anything about arguments of functions.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// function: first
// svcomp: yes
#include <assert.h>
int first(const int *numbers)
{
    int x = numbers ? numbers[0] : 0;
    int y = x & 7;
    assert(y < 8);
    return y;
}
