// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// no-assumption: padding
// What a member of a record in a union holds is what was stored there; without padding nothing else is open.
#include <assert.h>

union u { struct { char c; int i; } s; long b; };
union v { struct { short low, high; } s; int both; };

int main(void) {
    union u x;
    x.b = 0;
    x.s.i += 2;
    x.s.c++;
    assert((x.b & 255) == 1 && x.s.i == 2);
    union v y;
    y.s.low = 1;
    y.s.high = 2;
    assert(y.both == 0x20001);
    return 0;
}
