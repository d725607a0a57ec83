// verdict: unknown
// reason: clients neither change nor call
// api: all
// strategy: auto
// A client writes through what it was given, and then checks.
#include <assert.h>

static int count;

int *place(void) {
    return &count;
}

void check(void) {
    assert(count == 0);
}
