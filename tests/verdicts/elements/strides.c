// strategy: elements
// verdict: proved
// slow: takes several seconds
/* Every fourth element, one behind the other: two indices go at different paces. */
#include <assert.h>

#define COUNT 30000

int main(void) {
    int all[COUNT], some[COUNT];
    int from = 1, to = 0;
    while (from < COUNT) {
        some[to] = all[from];
        from += 4;
        to++;
    }
    from = 1;
    to = 0;
    while (from < COUNT) {
        assert(some[to] == all[4 * to + 1]);
        from += 4;
        to++;
    }
    return 0;
}
