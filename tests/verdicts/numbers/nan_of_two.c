// Of two NaNs the sum is the left one, here and on the machine.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <math.h>

int main(void) {
    volatile double a = NAN, b = -NAN;
    double c = a + b, d = b * a;
    assert(!signbit(c) && signbit(d));
}
