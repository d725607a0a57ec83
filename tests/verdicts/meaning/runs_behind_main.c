// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: in a section of its own
#include <assert.h>

static int count;

static void last(void) {
    assert(count == 0);
}

__attribute__((section(".fini_array"), used)) static void (*run_last)(void) = last;

int main(void) {
    count = 1;
    return 0;
}
