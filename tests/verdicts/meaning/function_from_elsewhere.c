// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// function: work
#include <assert.h>

extern void (*hook)(void);
static int value;

void set(void) {
    value = 1;
}

void work(void) {
    if (hook)
        hook();
    assert(value == 0);
}
