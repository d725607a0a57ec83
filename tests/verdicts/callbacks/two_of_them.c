// Two that may differ.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// function: f
#include <assert.h>
int f(int (*a)(void), int (*b)(void)) {
    if (!a || !b)
        return 0;
    assert(a() == b());
    return 1;
}
