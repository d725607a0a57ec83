// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// reason: an assignment between places that overlap
#include <assert.h>

struct five { long a[5]; };
long q[6] = {1, 2, 3, 4, 5, 6};

static void shift(struct five *to, const struct five *from) { *to = *from; }

int main(void) {
    shift((struct five *)(q + 1), (struct five *)q);
    assert(q[5] == 5);
    return 0;
}
