// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: beyond ASCII
#include <assert.h>
#include <wctype.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (iswdigit(c))
        assert(c >= '0' && c <= '9');
    assert(!iswalpha(c) || c < 128);
    return 0;
}
