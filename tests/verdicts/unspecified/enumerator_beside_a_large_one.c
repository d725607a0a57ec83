// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// assumption: an enumerator that fits an int has the type of its enumeration
// Before gcc 13 the difference is an int, and less than nothing.
#include <assert.h>

enum rights { NOTHING, READ, ALL = 0xffffffff };

int main(void) {
    assert(NOTHING - READ > 0);
    return 0;
}
