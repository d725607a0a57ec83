// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>

static int order;

static void ends(int *what) {
    order = order * 10 + *what;
}

static int leaves(int early) {
    __attribute__((cleanup(ends))) int first = 1;
    if (early)
        return order;
    for (int turn = 0; turn < 3; turn++) {
        int inside __attribute__((cleanup(ends))) = 3 + turn;
        if (turn == 0)
            continue;
        break;
    }
    __attribute__((cleanup(ends))) int last = 2;
    return 7;
}

int main(void) {
    assert(leaves(1) == 0 && order == 1);
    order = 0;
    assert(!(leaves(0) == 7 && order == 3421));
    return 0;
}
