// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// What was freed may be given out again.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    free(p);
    int *q = malloc(4);
    assert(p != q);
    free(q);
    return 0;
}
