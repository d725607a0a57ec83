// A module whose clients hand in callbacks: all that we hand in is null.
// verdict: unknown
// strategy: dash
// api: all
// accept-bounds: yes
// reason: was left out
#include <assert.h>
static int (*hook)(int);
void set_hook(int (*cb)(int)) { hook = cb; }
int step(int x)
{
    int r = hook ? hook(x) : 0;
    assert(r == 0);
    return r;
}
