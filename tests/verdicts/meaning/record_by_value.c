// A pointer in a record that is handed in by value is no freer than one that is handed in itself.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// function: set
// reason: 1 to 16 fresh elements
#include <assert.h>
struct place { int *at; int size; };
static int total;
int set(struct place place)
{
    total = 1;
    if (place.at)
        *place.at = 2;
    assert(total == 1);
    return total;
}
