// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// What a call returns is nobody's but the callee's: what a later argument writes is not in it.
#include <assert.h>

struct pair {
    int left, right;
};

static struct pair kept = {1, 2};

static struct pair copied(void) {
    return kept;
}

static int change(void) {
    kept.left = 9;
    return 0;
}

static int left_of(struct pair pair, int ignored) {
    return pair.left + ignored;
}

int main(void) {
    struct pair first = copied();
    assert(left_of(first, change()) == 1);
    return 0;
}
