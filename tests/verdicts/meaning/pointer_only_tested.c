// That a pointer is null or not is no restriction.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
// function: given
#include <assert.h>
int given(const int *numbers)
{
    int found = numbers != 0;
    if (!numbers)
        assert(found == 0);
    else
        assert(found == 1);
    return found;
}
