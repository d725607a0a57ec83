// property: unreach-call
// inputs: 7,3
// end: violation assertion line 20

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int tries = 0, x;
again:
    x = __VERIFIER_nondet_int();
    tries++;
    if (x > 5 && tries < 3)
        goto again;
    if (x == 3)
        goto done;
    tries = 1;
done:
    assert(tries == 1);
    return 0;
}
