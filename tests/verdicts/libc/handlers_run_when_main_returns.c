// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdlib.h>

static int order;

static void last(void) {
    assert(order == 1);
}

static void first(void) {
    order++;
}

int main(void) {
    atexit(first);
    atexit(last);
    return 0;
}
