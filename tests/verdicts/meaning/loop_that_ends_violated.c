// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// Where it does end, what is behind it is reached.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x > 0 && x != 5)
        ;
    assert(x <= 0);
    return 0;
}
