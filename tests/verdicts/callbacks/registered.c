// A module that keeps a callback.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// api: all
#include <assert.h>
static void (*listener)(int *);
static int value;

void listen(void (*cb)(int *)) {
    listener = cb;
}

void fire(void) {
    value = 1;
    if (listener)
        listener(&value);
    assert(value == 1);
}
