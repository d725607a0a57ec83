// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
#include <assert.h>
#include <stdlib.h>

struct text { int length; char kind; char characters[]; };

int main(void) {
    struct text *a = calloc(1, sizeof *a);
    if (!a) return 0;
    a->characters[0] = 7;
    a->length = 1;
    a->kind = 2;
    assert(a->characters[0] == 7);
    free(a);
    return 0;
}
