// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// assumption: the operands of '*' are evaluated from left to right
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int wait_if_negative(int n) {
    if (n < 0)
        for (;;) {
        }
    return n;
}

static int checked(int n) {
    assert(n >= 0);
    return n;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    return wait_if_negative(n) * checked(n) == 3;
}
