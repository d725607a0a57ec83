// The check has vanished from the program; that bounds are accepted does not bring it back.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// function: f
// accept-bounds: yes
// reason: was left out
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
