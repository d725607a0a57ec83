// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

/* The zero at the end stops the loop, whatever lies before it. */
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    char *s = __builtin_alloca(n);
    s[n - 1] = 0;
    char *p = s;
    while (*p != 0)
        p++;
    assert(p - s < n);
    return 0;
}
