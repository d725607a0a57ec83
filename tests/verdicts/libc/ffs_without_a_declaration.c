// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x != 0 && (x & 7) == 0)
        assert(ffs(x) > 3);
    assert(ffs(8) == 4 && ffs(0) == 0);
    return 0;
}
