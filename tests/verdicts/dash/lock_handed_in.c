// verdict: proved
// slow: others of its kind are run at every change
// After DASH, Fig. 6 and 7: a thousand paths, none of which touches the lock, whose value only the caller knows: no constant
// helps, the predicate has to be carried back over all branches.
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int held = __VERIFIER_nondet_int();
    int x = 0, lock;
    int *p = malloc(sizeof *p);
    *p = 0;
    lock = held; // place 1
    if (__VERIFIER_nondet_int()) x++; else ++*p; // place if 1
    if (__VERIFIER_nondet_int()) x++; else ++*p; // place if 2
    if (__VERIFIER_nondet_int()) x++; else ++*p; // place if 3
    if (__VERIFIER_nondet_int()) x++; else ++*p; // place if 4
    if (__VERIFIER_nondet_int()) x++; else ++*p; // place if 5
    if (__VERIFIER_nondet_int()) x++; else ++*p; // place if 6
    if (__VERIFIER_nondet_int()) x++; else ++*p; // place if 7
    if (__VERIFIER_nondet_int()) x++; else ++*p; // place if 8
    if (__VERIFIER_nondet_int()) x++; else ++*p; // place if 9
    if (__VERIFIER_nondet_int()) x++; else ++*p; // place if 10
    if (lock != held) // place 10
        reach_error();
    return x + *p;
}
