// A side effect of the third operand happens.
// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// seconds: 20
#include <assert.h>
extern int dovetail_any_int(void);
int main(void) {
    int x = dovetail_any_int(), seen = 0;
    assert(!__builtin_mul_overflow_p(x, 2, seen++) || seen == 0);
    return 0;
}
