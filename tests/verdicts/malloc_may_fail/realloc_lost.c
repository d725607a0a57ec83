// The usual mistake: the old block is lost.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
// properties: valid-memsafety
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (p)
        p = realloc(p, 2 * sizeof *p);
    free(p);
}
