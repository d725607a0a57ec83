// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// Two pointers into one object are as far apart as ever, dead or alive.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(8);
    int *q = p + 1;
    free(p);
    assert(p == q - 1 && p != q);
    return 0;
}
