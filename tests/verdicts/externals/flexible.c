// Pointers in an array of any length.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <stdlib.h>
struct many { int count; int *each[]; };
void fill(struct many *m);

int main(void) {
    int x = 1;
    struct many *m = malloc(sizeof *m + sizeof(int *));
    m->count = 1;
    m->each[0] = &x;
    fill(m);
    assert(x == 1);
    free(m);
}
