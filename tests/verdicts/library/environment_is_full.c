// Where allocations may fail, setting a variable may.
// verdict: violated
// slow: others of its kind are run at every change
// malloc-may-fail: yes
// strategy: bounded
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(setenv("A", "1", 1) == 0);
}
