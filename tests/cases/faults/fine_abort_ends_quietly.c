// property: unreach-call
// inputs: 0
// end: assumption

#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int checked(int divisor) {
    if (divisor == 0)
        abort();
    return 10 / divisor;
}

int main(void) {
    if (checked(__VERIFIER_nondet_int()) > 10)
        reach_error();
    return 0;
}
