// verdict: unknown
// slow: others of its kind are run at every change
// api: all
// strategy: auto
// reason: clients neither change nor call
#include <assert.h>

static int count;

unsigned long handle(void) {
    return (unsigned long)&count;
}

void check(void) {
    assert(count == 0);
}
