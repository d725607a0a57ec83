// Where a pointer leads of which only some bits are kept, nobody says.
// verdict: unknown
// reason: some of the bits of a pointer
// function: first
// strategy: bounded
// properties: unreach-call, valid-deref
#include <stdint.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int first(void)
{
    int number = 3;
    uintptr_t mask = -(uintptr_t)__VERIFIER_nondet_uint();
    int *p = (int *)(mask & (uintptr_t)&number);
    return p == &number;
}
