// A module whose clients hand in callbacks.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: dash
// api: all
#include <assert.h>
static int (*hook)(int);
void set_hook(int (*cb)(int)) { hook = cb; }
int step(int x)
{
    int r = hook ? hook(x) : 0;
    assert(r == 0);
    return r;
}
