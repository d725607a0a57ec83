// What an attribute promises is not modelled.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: gives the same result
#include <assert.h>
int size(int *p) __attribute__((pure));
void other(int *p);

int main(void) {
    int x = 0;
    other(&x);
    assert(size(&x) == size(&x));
}
