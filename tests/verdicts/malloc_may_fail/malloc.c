// It may return null.
// verdict: violated
// strategy: bounded
// malloc-may-fail: yes
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    assert(p != 0);
    free(p);
}
