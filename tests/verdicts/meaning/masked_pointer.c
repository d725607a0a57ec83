// A pointer of which all bits are kept is that pointer, and one of which none is kept is null.
// verdict: proved
// function: first
// strategy: bounded
// properties: unreach-call, valid-deref
#include <stdint.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int first(void)
{
    int number = 3;
    uintptr_t mask = -(uintptr_t)(__VERIFIER_nondet_int() == 5);
    int *p = (int *)((uintptr_t)&number & mask);
    if (!p && mask || p && !mask) reach_error();
    if (p && *p != 3) reach_error();
    return 0;
}
