// The native run does not know the object, and says so: that is no fault.
// verdict: unknown
// strategy: bounded
// slow: others of its kind are run at every change
// reason: natively
#include <assert.h>
int change(int *p);

int main(void) {
    int *p = (int[]){1, 2};
    change(p);
    assert(p[0] == 1);
}
