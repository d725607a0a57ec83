// verdict: unknown
// slow: others of its kind are run at every change
// api: all
// strategy: auto
// reason: clients change these variables only by calls
#include <assert.h>

extern int mode;
static int last, known;

void remember(void) {
    last = mode;
    known = 1;
}

void check(void) {
    if (known)
        assert(last == mode);
}
