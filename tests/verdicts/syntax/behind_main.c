// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>

static int order;

__attribute__((destructor)) static void last(void) {
    assert(order == 21);
}

__attribute__((destructor)) static void first(void) {
    order = order * 10 + 1;
}

int main(void) {
    order = 2;
    return 0;
}
