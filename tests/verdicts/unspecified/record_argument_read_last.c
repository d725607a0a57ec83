// strategy: auto
// verdict: violated
// A record that is passed is copied when all arguments are evaluated: what a later one writes is in it.
#include <assert.h>

struct pair {
    int left, right;
};

static struct pair kept = {1, 2};

static int change(void) {
    kept.left = 9;
    return 0;
}

static int left_of(struct pair pair, int ignored) {
    return pair.left + ignored;
}

int main(void) {
    assert(left_of(kept, change()) == 1);
    return 0;
}
