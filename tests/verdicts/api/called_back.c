// verdict: unknown
// slow: others of its kind are run at every change
// api: all
// strategy: auto
// reason: 'notify' has no body
// Whoever is notified may call what the module exports.
#include <assert.h>

void notify(void);
static int count;

void set(void) {
    count = 1;
}

void run(void) {
    count = 0;
    notify();
    assert(count == 0);
}
