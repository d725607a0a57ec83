// A pointer to an incomplete type is always null; here it matters that it could be another.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// function: is_open
// reason: its type is incomplete
#include <assert.h>
struct handle;
int is_open(struct handle *h)
{
    int open = h != 0;
    assert(open == 0);
    return open;
}
