// strategy: elements
// verdict: proved
/* An array copied from its other end: what is said of all elements begins with the first. */
#include <assert.h>

#define COUNT 30000

int main(void) {
    int from[COUNT], to[COUNT];
    for (int at = 0; at < COUNT; at++)
        to[at] = from[COUNT - at - 1];
    for (int at = 0; at < COUNT; at++)
        assert(from[at] == to[COUNT - at - 1]);
    return 0;
}
