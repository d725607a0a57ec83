// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>

static int order;

static void ends(int *what) {
    order = order * 10 + *what;
}

static int thrice(void) {
    int count = 0;
again:;
    __attribute__((cleanup(ends))) int now = ++count;
    if (count < 3)
        goto again;
    return ({ __attribute__((cleanup(ends))) int inner = 9; now + inner; });
}

int main(void) {
    assert(thrice() == 12);
    assert(order == 1293);
    return 0;
}
