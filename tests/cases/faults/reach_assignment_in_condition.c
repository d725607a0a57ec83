// property: unreach-call
// inputs: 4
// end: violation assertion line 19

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int state;

static void step(int event) {
    if (state = 2) /* meant: == */
        state = event;
}

int main(void) {
    int event = __VERIFIER_nondet_int();
    step(event);
    assert(state == 0 || event < 3);
    return 0;
}
