// Inside of a record.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// function: f
#include <assert.h>
struct handler { int kind; int (*handle)(const char *text); };

int f(struct handler *h) {
    if (!h || !h->handle)
        return 0;
    assert(h->handle("text") != 5);
    return 1;
}
