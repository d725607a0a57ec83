// There is a function of the program that could be called; but the callback may be another.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: dash
// function: f
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
