// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>

const int a = 42;
static int n;

int main(void) {
    __builtin_constant_p(a);
    __builtin_constant_p(n++);
    assert(n == 0);
    return 0;
}
