// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// no-assumption: neither a byte nor EOF
// Bytes are what these functions are for.

#include <assert.h>
#include <ctype.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    assert(!isupper(c) || tolower(c) == c + 32);
    return 0;
}
