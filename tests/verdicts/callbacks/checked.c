// What is looked at afterwards holds.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// function: f
#include <assert.h>
typedef int callback(int);

int f(callback *cb, int x) {
    int r = cb ? cb(x) : 0;
    if (r < 0 || r > 9)
        r = 0;
    assert(r <= 9);
    return r;
}
