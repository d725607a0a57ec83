// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand48(0);
    assert(lrand48() == 366850414);
    double x = drand48();
    assert(x >= 0.0 && x < 1.0);
    return 0;
}
