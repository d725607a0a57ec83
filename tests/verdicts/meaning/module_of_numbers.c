// Nothing that clients can do is left out.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: abstract
// api: all
#include <assert.h>
static unsigned count;
void more(unsigned n) { if (count < 10) count = count + n % 2; }
void check(void) { assert(count <= 10); }
