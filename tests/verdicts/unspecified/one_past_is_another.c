// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// The place behind one object may be the start of another.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int a[4], b[4];

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    int *p = a + i, *q = b;
    assert(p != q);
    return 0;
}
