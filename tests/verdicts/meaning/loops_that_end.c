// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// no-assumption: lets compilers take it to end
// Counted ones, ones that ask somebody or look at a device, ones that are meant to go on, and the last thing there is.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x, s = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            s = 1;
    int n = __VERIFIER_nondet_int();
    for (int i = 1; i <= n; i += 2)
        s = 1;
    while (__VERIFIER_nondet_int())
        s = 1;
    do
        x = __VERIFIER_nondet_int();
    while (x);
    volatile int ready = 0;
    while (ready)
        ;
    for (;;)
        if (s == 1)
            break;
    assert(x == 0);
    while (s)
        ;
    return 0;
}
