// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// reason: an assignment between places that overlap
// Undefined, and compilers copy in the order that they like.
#include <assert.h>

union overlapping {
    struct part { char a[40]; } first;
    struct { char gap[8]; struct part part; } second;
} u;

int main(void) {
    for (int i = 0; i < 40; i++) u.first.a[i] = (char)i;
    u.second.part = u.first;
    assert(u.second.part.a[39] == 39);
    return 0;
}
