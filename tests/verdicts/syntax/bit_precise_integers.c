// strategy: auto
// verdict: unknown
// reason: the type '_BitInt(7)' is not modelled
// slow: others of its kind are run at every change
#include <assert.h>

int main(void) {
    _BitInt(7) number = 63;
    assert(number > 0);
    return 0;
}
