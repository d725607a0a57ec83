// A number that was computed from an address, some time ago.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: to change nothing
#include <assert.h>
#include <stdint.h>
int tell(uintptr_t number);

int main(void) {
    int x = 0;
    uintptr_t number = (uintptr_t)&x;
    tell(number ^ 1);
    assert(x == 0);
}
