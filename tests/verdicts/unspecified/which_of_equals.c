// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// bsearch may find any of them.
#include <assert.h>
#include <stdlib.h>

struct p { int k, v; };

static int by(const void *a, const void *b) {
    const struct p *x = a, *y = b;
    return x->k - y->k;
}

int main(void) {
    struct p x[3] = {{1, 1}, {3, 2}, {3, 3}}, key = {3, 0};
    struct p *found = bsearch(&key, x, 3, sizeof *x, by);
    assert(found == x + 1);
    return 0;
}
