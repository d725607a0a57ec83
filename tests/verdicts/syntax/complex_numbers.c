// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: complex numbers are not modelled
#include <assert.h>

int main(void) {
    double _Complex number = 3.0 + 4.0i;
    assert(__imag__ number == 4.0);
    return 0;
}
