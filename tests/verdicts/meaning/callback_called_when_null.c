// That null may be handed in is true.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: dash
// function: f
// properties: valid-memsafety
#include <assert.h>
int f(int (*cb)(int), int x)
{
    return cb(x);
}
