// strategy: auto
// verdict: proved
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
    atexit(last);
    atexit(first);
    return 0;
}
