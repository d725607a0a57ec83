// Two that may differ.
// verdict: violated
// strategy: bounded
// function: f
#include <assert.h>
int f(int (*a)(void), int (*b)(void)) {
    if (!a || !b)
        return 0;
    assert(a() == b());
    return 1;
}
