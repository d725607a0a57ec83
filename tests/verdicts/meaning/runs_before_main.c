// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>

static int count;

__attribute__((constructor)) static void first(void) {
    count = 1;
}

int main(void) {
    assert(count == 0);
    return 0;
}
