// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// An assignment need not copy what lies in the padding of a record that ends in a flexible array.
#include <assert.h>
#include <stdlib.h>

struct text { int length; char kind; char characters[]; };

int main(void) {
    struct text *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    if (!a || !b) return 0;
    a->characters[0] = 7;
    *b = *a;
    assert(b->characters[0] == 7);
    return 0;
}
