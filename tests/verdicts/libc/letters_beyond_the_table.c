// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// reason: of what is no character
// Libraries look it up without asking.

#include <assert.h>
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c > 255)
        assert(!isalpha(c));
    return 0;
}
