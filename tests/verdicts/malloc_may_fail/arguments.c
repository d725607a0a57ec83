// What a function is handed is there.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
// function: first
// accept-bounds: yes
// properties: unreach-call, valid-memsafety
#include <assert.h>
int first(const int *p) {
    if (!p)
        return 0;
    assert(p != 0);
    return *p;
}
