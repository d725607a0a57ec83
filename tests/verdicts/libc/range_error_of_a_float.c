// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// The result would fit a double.

#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    float x = 100;
    errno = 0;
    x = expf(x);
    assert(errno == 0);
    return x > 0;
}
