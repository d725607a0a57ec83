// Another block stays as it was.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <stdlib.h>
void fill(int *p);

int main(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    *q = 1;
    fill(p);
    assert(*q == 1);
    free(p);
    free(q);
}
