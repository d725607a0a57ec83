// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// Where it holds, the program goes on as it is written.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 5)
        return 0;
    __builtin_assume(x > 3);
    assert(x != 7);
    return 0;
}
