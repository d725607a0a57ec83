// The same, and the bounds are accepted.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
// function: first
// accept-bounds: yes
#include <assert.h>
int first(const int *numbers)
{
    int x = numbers ? numbers[0] : 0;
    int y = x & 7;
    assert(y < 8);
    return y;
}
