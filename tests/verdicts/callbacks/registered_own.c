// What is not handed to it stays as it is; but it could call the module.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// api: all
// reason: call none of the program's
// seconds: 20
#include <assert.h>
static void (*listener)(int);
static int value;

void listen(void (*cb)(int)) {
    listener = cb;
}

void fire(void) {
    value = 1;
    if (listener)
        listener(value);
    assert(value == 1);
}

void reset(void) {
    value = 0;
}
