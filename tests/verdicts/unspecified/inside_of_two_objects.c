// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// Two objects that live have no place in common, and a pointer behind one is not null.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int a[4], b[4];

int main(void) {
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i > 3 || j < 0 || j > 3)
        return 0;
    int *p = a + i, *q = b + j, *end = a + 4, *none = 0;
    assert(p != q && end != none && p != none);
    int *r = malloc(4), *s = malloc(4);
    assert(r != s && r != p);
    free(r);
    free(s);
    return 0;
}
