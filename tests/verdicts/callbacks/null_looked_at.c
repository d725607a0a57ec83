// Who looks is safe.
// verdict: proved
// strategy: bounded
// function: f
// properties: valid-memsafety
#include <assert.h>
int f(int (*cb)(int), int x) {
    return cb ? cb(x) : 0;
}
