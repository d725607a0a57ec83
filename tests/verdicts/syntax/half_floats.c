// strategy: auto
// verdict: unknown
// reason: _Float16 is not modelled
// slow: others of its kind are run at every change
#include <assert.h>

int main(void) {
    _Float16 number = 0.5;
    assert(number > 0);
    return 0;
}
