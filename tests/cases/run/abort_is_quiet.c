// inputs: 2
// end: assumption

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void need(int condition) {
    if (!condition)
        abort();
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    need(n > 0);
    need(n > 4);
    return n;
}
