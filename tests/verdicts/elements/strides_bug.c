// strategy: auto
// verdict: violated
// slow: one of its kind is run at every change
/* Every fourth element, one behind the other: two indices go at different paces, and one of them is one behind. */
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
        assert(some[to] == all[4 * to]);
        from += 4;
        to++;
    }
    return 0;
}
