// Only the first of the elements that are made up has callbacks at all; the others hold any address.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// function: f
// accept-bounds: yes
// reason: may come from outside
#include <assert.h>
struct operations { int (*read)(int); };
int f(struct operations *operations, int x)
{
    if (!operations || !operations[1].read)
        return 0;
    int r = operations[1].read(x);
    assert(r == 0);
    return r;
}
