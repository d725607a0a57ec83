// A module that keeps a callback.
// verdict: violated
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
