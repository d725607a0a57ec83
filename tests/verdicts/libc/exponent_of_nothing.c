// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// Zero has no exponent: a domain error.

#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    errno = 0;
    int exponent = ilogb(0.0);
    assert(errno == 0);
    return exponent < 0;
}
