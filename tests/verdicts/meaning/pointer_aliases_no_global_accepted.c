// The same, and the bounds are accepted.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
// function: add
// accept-bounds: yes
#include <assert.h>
static int total;
int add(int *number)
{
    total = 1;
    if (number)
        *number = 2;
    assert(total == 1);
    return total;
}
int *of_total(void) { return &total; }
