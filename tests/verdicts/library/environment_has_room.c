// Elsewhere it does not.
// verdict: proved
// strategy: bounded
// accept-bounds: yes
// slow: others of its kind are run at every change
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(setenv("A", "1", 1) == 0);
}
