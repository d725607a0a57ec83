// strategy: auto
// verdict: unknown
// reason: long double is not modelled
// slow: others of its kind are run at every change
#include <assert.h>

int main(void) {
    long double number = 0.5L;
    assert(number > 0);
    return 0;
}
