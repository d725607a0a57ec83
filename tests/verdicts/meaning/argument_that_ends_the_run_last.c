// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// In clang's order the assertion comes first.
#include <assert.h>
#include <stdlib.h>

static int leave(void) {
    exit(0);
    return 0;
}

static int fail(void) {
    assert(0);
    return 1;
}

static int sum(int a, int b) { return a + b; }

int main(void) { return sum(fail(), leave()); }
