// A function without a state may be called by anyone.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void other(int *p);

int twice(int x) {
    return 2 * x;
}

int main(void) {
    int x;
    other(&x);
    assert(twice(2) == 4);
}
