// A violation within the bounds is a violation.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: dash
// api: all
#include <assert.h>
static int last;
void put(const int *numbers) { last = numbers ? numbers[0] & 7 : 0; }
void check(void) { assert(last < 7); }
