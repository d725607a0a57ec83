// A pointer that is not used may be what it likes.
// verdict: proved
// strategy: dash
// function: count
#include <assert.h>
int count(const int *numbers, unsigned n)
{
    unsigned i = n % 4;
    assert(i < 4);
    return i;
}
