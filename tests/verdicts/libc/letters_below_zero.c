// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// assumption: neither a byte nor EOF
// Where char has a sign, many a program forgets to convert.

#include <assert.h>
#include <ctype.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    assert(!isdigit(c) || c <= '9');
    return 0;
}
