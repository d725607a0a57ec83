// Where it fails, the pointer is as it was, or null; errno is as it was, or says why.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    int other;
    void *block = &other;
    errno = 0;
    if (posix_memalign(&block, 16, 100) == ENOMEM) {
        assert(block == &other || block == 0);
        assert(errno == 0 || errno == ENOMEM);
    }
    assert(posix_memalign(&block, 3, 100) == EINVAL);
}
