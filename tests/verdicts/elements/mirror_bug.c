// strategy: auto
// verdict: violated
/* Copied from the other end, but for one place. */
#include <assert.h>

#define COUNT 30000

int main(void) {
    int from[COUNT], to[COUNT];
    for (int at = 0; at < COUNT; at++)
        to[at] = at == 77 ? 1 : from[COUNT - at - 1];
    for (int at = 0; at < COUNT; at++)
        assert(from[at] == to[COUNT - at - 1]);
    return 0;
}
