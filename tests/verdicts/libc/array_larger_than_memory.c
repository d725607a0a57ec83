// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// A product that does not fit is no size: there is no block, and errno says so.

#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    size_t count = __VERIFIER_nondet_ulong();
    errno = 0;
    void *block = calloc(count, 16);
    if (block == 0 && count > SIZE_MAX / 16)
        assert(errno != ENOMEM);
    free(block);
    return 0;
}
