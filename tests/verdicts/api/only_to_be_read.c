// verdict: proved
// slow: others of its kind are run at every change
// api: all
// strategy: auto
#include <assert.h>

static int count;

const int *place(void) {
    return &count;
}

void check(void) {
    assert(count == 0);
}
