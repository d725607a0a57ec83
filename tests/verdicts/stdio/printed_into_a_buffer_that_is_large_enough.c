// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety, unreach-call
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char text[12];
    int count = sprintf(text, "%d", __VERIFIER_nondet_int());
    assert(count >= 1 && count <= 11);
    return 0;
}
