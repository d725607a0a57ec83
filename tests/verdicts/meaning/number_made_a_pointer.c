// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: an integer is turned into a pointer
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
int value = 1;

int main(void) {
    unsigned long address = __VERIFIER_nondet_ulong();
    *(int *)address = 2;
    assert(value == 1);
    return 0;
}
