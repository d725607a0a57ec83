// So it does where null is looked for.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: dash
// function: f
#include <assert.h>
int f(int (*cb)(int), int x)
{
    if (cb) {
        int r = cb(x);
        assert(r == 0);
        return r;
    }
    return 0;
}
