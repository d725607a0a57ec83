// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// assumption: the operands of '+' are evaluated from left to right
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int need(const int *p) {
    if (!p) exit(1);
    return 1;
}

int main(void) {
    int x = 3, *p = __VERIFIER_nondet_int() ? &x : 0;
    return need(p) + *p == 0;
}
