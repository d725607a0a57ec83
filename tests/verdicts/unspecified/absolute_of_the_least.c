// verdict: violated
// strategy: auto
// properties: no-overflow
// It has no absolute value.

extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>

int main(void) {
    int x = __VERIFIER_nondet_int();
    return abs(x) > 3;
}
