// Clients could write the variable; those that we know do not.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: abstract
// api: all
// reason: only by calls
#include <assert.h>
unsigned count;
void more(unsigned n) { if (count < 10) count = count + n % 2; }
void check(void) { assert(count <= 10); }
