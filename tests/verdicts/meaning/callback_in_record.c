// The same with a pointer in a record.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: dash
// function: f
#include <assert.h>
struct operations { int (*read)(int); int limit; };
int f(struct operations *operations, int x)
{
    if (!operations)
        return 0;
    int r = operations->read(x);
    assert(r <= operations->limit);
    return r;
}
