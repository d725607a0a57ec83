// property: unreach-call
// inputs: 1
// end: normal 17

#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void leave(int code) {
    exit(code);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n)
        leave(17);
    if (n != 0)
        reach_error();
    return 0;
}
