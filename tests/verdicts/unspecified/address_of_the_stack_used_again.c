// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// So may the place of a local variable, of a function or of a block.
#include <assert.h>

static int *place(void) {
    int x = 1;
    int *p = &x;
    return p;
}

int main(void) {
    int *p = place(), *q, *r;
    {
        int y = 2;
        q = &y;
    }
    {
        int z = 3;
        r = &z;
    }
    assert(p != q && q != r);
    return 0;
}
