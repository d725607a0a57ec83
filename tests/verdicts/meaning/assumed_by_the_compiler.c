// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// What it is told to assume holds.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 5)
        return 0;
    __builtin_assume(x > 3);
    __attribute__((assume(x > 4)));
    assert(x != 3);
    return 0;
}
