// That null may be handed in is true.
// verdict: violated
// strategy: dash
// function: f
// properties: valid-memsafety
#include <assert.h>
int f(int (*cb)(int), int x)
{
    return cb(x);
}
