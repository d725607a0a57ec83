// A pointer of which no bit is kept leads nowhere.
// verdict: violated
// function: first
// strategy: bounded
// properties: unreach-call, valid-deref
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);

int first(void)
{
    int number = 3;
    uintptr_t mask = -(uintptr_t)(__VERIFIER_nondet_int() == 5);
    int *p = (int *)((uintptr_t)&number & mask);
    return *p;
}
