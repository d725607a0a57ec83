// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: no-overflow
// In wider types.

extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>

int main(void) {
    long x = __VERIFIER_nondet_int();
    return labs(x) + llabs(x * 4294967296) > 3;
}
