// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <search.h>

static void show(const void *node, VISIT visit, int depth) {
    (void)node, (void)visit;
    assert(depth >= 0);
}

int main(void) {
    void *root = 0;
    twalk(root, show);
    return 0;
}
