// verdict: violated
// slow: others of its kind are run at every change
// api: all
// strategy: auto
#include <assert.h>

static int count;

static void counted(void) {
    count = 1;
}

void advance(void) __attribute__((alias("counted")));

void check(void) {
    assert(count == 0);
}
