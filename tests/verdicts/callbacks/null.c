// Null must not be called.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// function: f
// properties: valid-memsafety
#include <assert.h>
int f(int (*cb)(int), int x) {
    return cb(x);
}
