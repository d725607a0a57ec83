// strategy: auto
// verdict: proved
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
