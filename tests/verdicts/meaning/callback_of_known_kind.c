// There is a function that could be called, so the check is still there; but the callback is another.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// function: f
// accept-bounds: yes
// reason: made null
#include <assert.h>
static int zero(int x) { return 0; }
int (*standard(void))(int) { return zero; }
int f(int (*cb)(int), int x)
{
    int (*chosen)(int) = x > 0 ? cb : standard();
    int r = chosen(x);
    assert(r == 0);
    return r;
}
