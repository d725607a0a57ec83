// Null must not be called.
// verdict: violated
// strategy: bounded
// function: f
// properties: valid-memsafety
#include <assert.h>
int f(int (*cb)(int), int x) {
    return cb(x);
}
