// strategy: auto
// verdict: proved
// properties: valid-memsafety, unreach-call
// A block on the heap is not defined with any type: its members may be filled in, whatever is said of them later.
#include <assert.h>
#include <stdlib.h>

struct text {
    const unsigned length;
    const char bytes[1];
};

int main(void) {
    struct text *t = malloc(sizeof(struct text) + 4);
    if (!t)
        return 0;
    *(unsigned *)&t->length = 3;
    *(char *)&t->bytes[3] = 'a';
    assert(t->length == 3 && t->bytes[3] == 'a');
    free(t);
    return 0;
}
