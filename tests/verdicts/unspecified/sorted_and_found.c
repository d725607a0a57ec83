// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// What does not compare equal has its place, and what is found compares equal.
#include <assert.h>
#include <stdlib.h>

struct p { int k, v; };

static int by(const void *a, const void *b) {
    const struct p *x = a, *y = b;
    return x->k - y->k;
}

int main(void) {
    struct p x[2] = {{2, 1}, {1, 2}}, key = {1, 0};
    qsort(x, 2, sizeof *x, by);
    assert(x[0].v == 2 && x[1].v == 1);
    struct p *found = bsearch(&key, x, 2, sizeof *x, by);
    assert(found != 0 && found->v == 2);
    return 0;
}
