// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// A block that grows may stay where it is.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    char *q = realloc(p, 100);
    assert(p != q);
    free(q);
    return 0;
}
