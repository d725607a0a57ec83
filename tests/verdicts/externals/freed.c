// What has been freed is not written.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// properties: unreach-call, valid-memsafety
#include <assert.h>
#include <stdlib.h>
void keep(int *p);
void other(void);

int main(void) {
    int *p = malloc(sizeof *p);
    keep(p);
    free(p);
    int *q = malloc(sizeof *q);
    *q = 6;
    other();
    assert(*q == 6);
    free(q);
}
