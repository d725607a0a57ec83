// A variable that is there already is not overwritten.
// verdict: violated
// strategy: bounded
// slow: others of its kind are run at every change
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdlib.h>

int main(void) {
    if (setenv("A", "1", 0) == 0)
        assert(getenv("A")[0] == '1');
}
