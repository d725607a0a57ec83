// verdict: violated
// slow: others of its kind are run at every change
// After DASH, Fig. 6 and 7: the lock is touched on the path on which nothing else is.
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int held = __VERIFIER_nondet_int();
    int x = 0, lock;
    int *p = malloc(sizeof *p);
    *p = 0;
    lock = held;
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
    if (x == 0 && held == 77)
        lock = 1;
    if (lock != held)
        reach_error();
    return x + *p;
}
