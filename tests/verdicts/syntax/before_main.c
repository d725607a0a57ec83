// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>

static int order;

__attribute__((constructor)) static void last(void) {
    order = order * 10 + 3;
}

__attribute__((constructor(102))) static void second(void) {
    order = order * 10 + 2;
}

__attribute__((constructor(101))) static void first(void) {
    order = 1;
}

int main(void) {
    assert(order == 123);
    return 0;
}
