// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <math.h>

int main(void) {
    double x = 1 + 0x1p-30;
    assert(fma(x, x, -(1 + 0x1p-29)) == 0x1p-60);
    assert(remainder(5.0, 2.0) == 1.0 && remainder(7.0, 2.0) == -1.0);
    assert(nextafter(1.0, 2.0) == 1 + 0x1p-52);
    assert(pow(2.0, 10.0) == 1024.0);
    return 0;
}
