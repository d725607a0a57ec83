// It leaves alone what it is given as const.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// function: f
#include <assert.h>
void f(void (*cb)(const int *)) {
    int x = 1;
    if (cb)
        cb(&x);
    assert(x == 1);
}
