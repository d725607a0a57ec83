// strategy: auto
// verdict: unknown
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
