// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// Not defined, so any number: the width is what some machines say.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_int();
    if (x == 0)
        assert(__builtin_clz(x) == 32);
    return 0;
}
