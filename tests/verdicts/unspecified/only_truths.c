// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// Truths.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int isdigit(int);
int isalpha(int);

int main(void) {
    int c = __VERIFIER_nondet_int() & 127;
    if (isdigit(c))
        assert(c >= 48 && c <= 57);
    else
        assert(c < 48 || c > 57);
    assert(!isalpha(49));
    float x = __VERIFIER_nondet_int() & 1;
    assert(!__builtin_isnan(x) && !__builtin_signbit(x));
    return 0;
}
