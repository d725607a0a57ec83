// A block on the heap.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <stdlib.h>
void fill(int *p);

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    fill(p + 1);
    assert(p[0] == 1);
    free(p);
}
