// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// The story of a run in which a library function writes no byte.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#include <strings.h>

int main(void) {
    char a[4] = "abc", b[4] = "xyz";
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    bzero(a, n);
    strncpy(b, a, n);
    assert(n != 0 || a[0] != 97);
    return 0;
}
