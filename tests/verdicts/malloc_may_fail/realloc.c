// realloc that fails leaves the old block alone.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
// properties: unreach-call, valid-memsafety
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 5;
    int *q = realloc(p, 2 * sizeof *p);
    assert(*(q ? q : p) == 5);
    free(q ? q : p);
}
