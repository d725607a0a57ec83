// It keeps what it was given.
// verdict: violated
// slow: others of its kind are run at every change
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
