// verdict: unknown
// slow: others of its kind are run at every change
// reason: clients neither change nor call
// api: all
// strategy: auto
#include <assert.h>

static int count;

static void hidden(void) {
    count = 1;
}

struct operations {
    void (*run)(void);
};
const struct operations operations = {hidden};

void check(void) {
    assert(count == 0);
}
