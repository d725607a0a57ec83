// Inside of a record; what holds, holds.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// function: f
// accept-bounds: yes
#include <assert.h>
struct handler { int kind; int (*handle)(const char *text); };

int f(struct handler *h) {
    if (!h || !h->handle)
        return 0;
    int kind = h->kind;
    h->handle("text");
    assert(h->kind == kind);
    return 1;
}
