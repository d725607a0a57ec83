// strategy: auto
// verdict: violated
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
