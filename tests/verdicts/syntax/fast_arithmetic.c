// strategy: auto
// verdict: unknown
// reason: the pragma 'GCC optimize ("fast-math")' is not modelled
// slow: others of its kind are run at every change
#include <assert.h>

#pragma GCC push_options
#pragma GCC optimize ("fast-math")
static int is_number(double x) { return x == x; }
#pragma GCC pop_options

int main(void) {
    double zero = 0;
    assert(!is_number(zero / zero));
    return 0;
}
