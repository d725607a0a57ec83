// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// What is in front of an object is less, not greater than everything in it.

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int values[5], k = __VERIFIER_nondet_int();
    int *p = values + k;
    if (k == -1)
        assert(!(p < values));
    return 0;
}
