// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: no-overflow
// Nor a negative.

extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>

int main(void) {
    int x = __VERIFIER_nondet_int();
    div_t d = div(x, -1);
    return d.quot > 3;
}
