// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// Of an object without a name nothing can be said natively.
#include <assert.h>

union u { char c; int i; };

int main(void) {
    union u x = (union u){.c = 1};
    assert(x.i == 1);
    return 0;
}
