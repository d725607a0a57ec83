// aligned_alloc, too.
// verdict: violated
// strategy: bounded
// malloc-may-fail: yes
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(aligned_alloc(16, 32) != 0);
}
