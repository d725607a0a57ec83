// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
#include <assert.h>

int main(void) {
    int (*fixed)(int) = (int (*)(int))0x8000;
    int got = fixed(1);
    assert(got == 1);
    return 0;
}
