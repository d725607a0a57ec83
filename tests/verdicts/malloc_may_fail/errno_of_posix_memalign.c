// It says in its result what was wrong. errno may be as it was.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    void *block = 0;
    errno = 0;
    if (posix_memalign(&block, 16, 100) != 0)
        assert(errno == ENOMEM);
}
