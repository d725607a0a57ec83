// With --externals pure it touches nothing.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// function: f
// externals: pure
#include <assert.h>
void f(void (*cb)(int *)) {
    int x = 1;
    if (cb)
        cb(&x);
    assert(x == 1);
}
