// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// no-assumption: here the order matters
// What may end the run stands in a statement of its own, or beside what checks nothing.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int leave_if(int x) {
    if (x) exit(0);
    return 1;
}

static int twice(int x) { return x + x; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = leave_if(x) + twice(x);
    assert(y == 1);
    return leave_if(x) && (assert(x == 0), 1);
}
