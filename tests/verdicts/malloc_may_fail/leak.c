// Where the second fails the first is lost.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
// properties: valid-memsafety
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(1);
    char *q = malloc(1);
    if (!q)
        return 1;
    free(q);
    free(p);
}
