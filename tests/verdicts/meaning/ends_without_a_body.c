// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
_Noreturn void give_up(void);
void give_up_with(int) __attribute__((noreturn));

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        give_up();
    if (x > 9)
        give_up_with(x);
    assert(x >= 0 && x < 10);
    return 0;
}
