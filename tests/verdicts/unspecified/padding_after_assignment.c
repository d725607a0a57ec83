// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// An assignment of a record need not copy its padding.
#include <assert.h>
#include <string.h>

struct s { char c; int i; };

int main(void) {
    struct s x, y;
    memset(&y, 0, sizeof y);
    x = y;
    assert(memcmp(&x, &y, sizeof x) == 0);
    return 0;
}
