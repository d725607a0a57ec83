// A function from outside returns anything.
// verdict: violated
// strategy: bounded
// function: f
#include <assert.h>
int f(int (*cb)(int), int x) {
    int r = cb(x);
    assert(r == 0);
    return r;
}
