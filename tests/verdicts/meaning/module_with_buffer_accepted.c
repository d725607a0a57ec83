// The same, and the bounds are accepted.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: abstract
// api: all
// accept-bounds: yes
#include <assert.h>
static int last;
void put(const int *numbers) { last = numbers ? numbers[0] & 7 : 0; }
void check(void) { assert(last < 8); }
