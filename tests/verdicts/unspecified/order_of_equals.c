// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// qsort may put elements that compare equal in any order.
#include <assert.h>
#include <stdlib.h>

struct p { int k, v; };

static int by(const void *a, const void *b) {
    const struct p *x = a, *y = b;
    return x->k - y->k;
}

int main(void) {
    struct p x[2] = {{1, 1}, {1, 2}};
    qsort(x, 2, sizeof *x, by);
    assert(x[0].v == 1);
    return 0;
}
