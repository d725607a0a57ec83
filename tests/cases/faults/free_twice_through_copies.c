// property: valid-memsafety
// end: violation invalid-free line 12

#include <stdlib.h>

struct text {
    char *bytes;
    unsigned length;
};

static void release(struct text *t) {
    free(t->bytes);
    t->bytes = 0;
}

int main(void) {
    struct text a = {malloc(10), 10};
    struct text b = a; /* shallow */
    release(&a);
    release(&a);
    release(&b);
    return 0;
}
