// It writes through its pointers.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// function: f
#include <assert.h>
void f(void (*cb)(int *)) {
    int x = 1;
    if (cb)
        cb(&x);
    assert(x == 1);
}
