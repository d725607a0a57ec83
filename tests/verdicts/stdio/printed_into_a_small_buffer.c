// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
// The least int has eleven characters, and a terminator.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char text[11];
    sprintf(text, "%d", __VERIFIER_nondet_int());
    return 0;
}
