// The same, and the bounds are accepted.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: abstract
// api: all
// accept-bounds: yes
#include <assert.h>
unsigned count;
void more(unsigned n) { if (count < 10) count = count + n % 2; }
void check(void) { assert(count <= 10); }
