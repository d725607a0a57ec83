// strategy: auto
// verdict: unknown
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
