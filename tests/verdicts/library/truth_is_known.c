// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <ctype.h>
#include <math.h>

unsigned char dovetail_any_uchar(void);

int main(void) {
    unsigned char c = dovetail_any_uchar();
    assert(!isdigit(c) == !(c >= '0' && c <= '9'));
    assert(!isalpha(c) || !isspace(c));
    assert(isnan(NAN) && !isinf(NAN) && isinf(-INFINITY) && isfinite(1.5f) && signbit(-0.0));
    return 0;
}
