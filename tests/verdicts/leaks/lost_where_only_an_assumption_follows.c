// verdict: violated
// strategy: auto
// properties: valid-memtrack
// Who leaves the loop is of no interest; who stays has lost it.

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void wait(void) {
    while (__VERIFIER_nondet_int() != 1)
        ;
}

int main(void) {
    int *p = malloc(4);
    p = 0;
    wait();
    __VERIFIER_assume(0);
    return 0;
}
