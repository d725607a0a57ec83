// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: weak and defined nowhere
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void hook(void) __attribute__((weak));

int main(void) {
    int x = __VERIFIER_nondet_int();
    if ((x ^ 0x1234567) * 7 + 3 == 987654320)
        assert(hook != 0);
    return 0;
}
