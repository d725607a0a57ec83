// Here it is the program that leaves the pointer null.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
#include <assert.h>
static int (*hook)(int);
int main(void)
{
    int r = hook ? hook(1) : 0;
    assert(r == 0);
    return r;
}
