// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// assumption: the right side of an assignment is evaluated before the left
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int leave_if(int x) {
    if (x) exit(0);
    return 1;
}

static int checked(int x) {
    assert(!x);
    return 1;
}

int main(void) {
    int x = __VERIFIER_nondet_int(), a[3] = {0};
    a[checked(x)] = leave_if(x);
    return 0;
}
