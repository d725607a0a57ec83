// verdict: proved
// slow: others of its kind are run at every change
// After DASH, Fig. 6, prove-me3: a thousand paths, none of which touches the lock.
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, lock = 1;
    int *p = malloc(sizeof *p);
    *p = 0;
    if (__VERIFIER_nondet_int()) x++; else ++*p;
    if (__VERIFIER_nondet_int()) x++; else ++*p;
    if (__VERIFIER_nondet_int()) x++; else ++*p;
    if (__VERIFIER_nondet_int()) x++; else ++*p;
    if (__VERIFIER_nondet_int()) x++; else ++*p;
    if (__VERIFIER_nondet_int()) x++; else ++*p;
    if (__VERIFIER_nondet_int()) x++; else ++*p;
    if (__VERIFIER_nondet_int()) x++; else ++*p;
    if (__VERIFIER_nondet_int()) x++; else ++*p;
    if (__VERIFIER_nondet_int()) x++; else ++*p;
    if (lock != 1)
        reach_error();
    return x + *p;
}
