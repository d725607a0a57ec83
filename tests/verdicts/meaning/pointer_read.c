// Behind the pointer are at most 16 elements, which lie apart from all others.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// function: first
// reason: 1 to 16 fresh elements
#include <assert.h>
int first(const int *numbers)
{
    int x = numbers ? numbers[0] : 0;
    int y = x & 7;
    assert(y < 8);
    return y;
}
