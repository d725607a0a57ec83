// Null must not be called: that is asked of whoever calls this.
// verdict: unknown
// reason: potential: needs cb to lead to a function
// slow: others of its kind are run at every change
// strategy: bounded
// function: f
// properties: valid-memsafety
#include <assert.h>
int f(int (*cb)(int), int x) {
    return cb(x);
}
