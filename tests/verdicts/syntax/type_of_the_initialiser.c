// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>

/* An int in C89, and no such thing until C23. */
int main(void) {
    auto half = 0.5;
    assert(half == 0);
    return 0;
}
