// A pointer that is not used may be what it likes.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
// function: count
#include <assert.h>
int count(const int *numbers, unsigned n)
{
    unsigned i = n % 4;
    assert(i < 4);
    return i;
}
