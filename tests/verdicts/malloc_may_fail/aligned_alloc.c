// aligned_alloc, too.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(aligned_alloc(16, 32) != 0);
}
