// It may be a function of the program.
// verdict: violated
// strategy: bounded
// function: f
#include <assert.h>
static int count;

static void counted(void) {
    count++;
}

void f(void (*cb)(void)) {
    if (cb)
        cb();
    assert(count == 0);
}
