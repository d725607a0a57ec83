// GCC's questions whether a result fits, by the type of the third operand alone.
// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// seconds: 20
#include <assert.h>
extern int dovetail_any_int(void);
int main(void) {
    int x = dovetail_any_int();
    signed char narrow = 0;
    assert(__builtin_add_overflow_p(x, 1, 0) == (x == 0x7fffffff));
    assert(__builtin_sub_overflow_p(x, 0, narrow) == (x < -128 || x > 127));
    assert(!__builtin_mul_overflow_p(x, 2, 0ll) && narrow == 0);
    return 0;
}
