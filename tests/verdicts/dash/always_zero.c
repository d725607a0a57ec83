// verdict: proved
// slow: others of its kind are run at every change
// The proof is that a constant stays one around a loop.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int l = 0;
    while (__VERIFIER_nondet_int())
        l = 0;
    assert(!l);
    return 0;
}
