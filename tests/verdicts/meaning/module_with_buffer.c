// Buffers of clients have at most 16 elements.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: abstract
// api: all
// reason: proved only within bounds
#include <assert.h>
static int last;
void put(const int *numbers) { last = numbers ? numbers[0] & 7 : 0; }
void check(void) { assert(last < 8); }
