// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// assumption: a store to a bit-field
// Who stores a bit-field leaves the bits alone that are nobody's, though C does not ask for it.
#include <assert.h>

union view { struct { unsigned char a : 3, b : 3; } bits; unsigned char byte; };

int main(void) {
    union view v;
    v.byte = 0;
    v.bits.b = 5;
    assert(v.byte == 40);
    return 0;
}
