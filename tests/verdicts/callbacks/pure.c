// With --externals pure it touches nothing.
// verdict: proved
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
