// posix_memalign says so by its result.
// verdict: proved
// strategy: bounded
// malloc-may-fail: yes
#include <assert.h>
#include <stdlib.h>

int main(void) {
    void *p = 0;
    int failed = posix_memalign(&p, 16, 32);
    assert((failed == 0) == (p != 0));
    free(p);
}
