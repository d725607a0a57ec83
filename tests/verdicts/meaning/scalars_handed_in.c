// Numbers are any numbers: nothing is restricted.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
// function: twice
#include <assert.h>
int twice(int x, unsigned char y)
{
    int z = y & 3;
    assert(z + (x & 1) < 5);
    return 2 * z;
}
