// It writes through its pointers.
// verdict: violated
// strategy: bounded
// function: f
#include <assert.h>
void f(void (*cb)(int *)) {
    int x = 1;
    if (cb)
        cb(&x);
    assert(x == 1);
}
