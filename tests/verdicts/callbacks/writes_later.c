// It keeps what it was given.
// verdict: violated
// strategy: bounded
// function: f
#include <assert.h>
void f(void (*keep)(int *), void (*other)(void)) {
    int x = 1;
    if (!keep || !other)
        return;
    keep(&x);
    x = 2;
    other();
    assert(x == 2);
}
