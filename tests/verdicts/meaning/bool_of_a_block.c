// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// assumption: a _Bool is read by its last bit
#include <assert.h>
#include <stdlib.h>

struct flags { int n; _Bool on; };

int main(void) {
    struct flags *f = malloc(sizeof *f);
    if (!f) return 0;
    int y = f->on;
    assert(y == 0 || y == 1);
    free(f);
    return 0;
}
